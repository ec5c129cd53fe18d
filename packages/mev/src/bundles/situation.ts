import type { Address, Hex, PublicClient } from 'viem'
import type { ChainSituation } from './conflicts.ts'
import { toNextBaseFee } from './simulate/environment.ts'
import type { SignedTransaction } from './transaction.ts'

/** Reads what conflicts are found by, at the latest block. @throws what the client throws when its providers do not answer */
export async function readSituation(
  client: PublicClient,
  transactions: readonly SignedTransaction[],
): Promise<ChainSituation> {
  const block = await client.getBlock()
  const blockNumber = block.number
  const senders = [...new Set(transactions.map(({ from }) => from))]
  const accounts = await Promise.all(
    senders.map(async (address): Promise<readonly [Address, { nonce: number; balance: bigint }]> => {
      const [nonce, balance] = await Promise.all([
        client.getTransactionCount({ address, blockNumber }),
        client.getBalance({ address, blockNumber }),
      ])
      return [address, { nonce, balance }]
    }),
  )
  const nonces = new Map(accounts)
  const old = transactions.filter(({ from, nonce }) => nonce < (nonces.get(from)?.nonce ?? 0))
  const mined = await Promise.all(old.map(({ hash }) => isMined(client, hash)))
  return {
    ...{ head: blockNumber, timestamp: block.timestamp, gasLimit: block.gasLimit, accounts: nonces },
    baseFee: toNextBaseFee(block),
    mined: new Set(old.flatMap(({ hash }, index) => (mined[index] ? [hash] : []))),
  }
}

async function isMined(client: PublicClient, hash: Hex): Promise<boolean> {
  const transaction = await client.getTransaction({ hash }).catch(() => null)
  return transaction !== null && transaction.blockNumber !== null
}
