import type { ChainProfile } from '@outrigger/core'
import { type Address, getAddress, type Hex, type PublicClient } from 'viem'
import { unlessUnsupported } from '../simulate/isUnsupported.ts'
import { type Account, type Accounts, toAuthorizations, toDelegate } from './accounts.ts'
import { readBlobSituation } from './blobSituation.ts'
import type { ChainSituation } from './conflicts.ts'
import { toNextBaseFee } from './simulate/environment.ts'
import type { SignedTransaction } from './transaction.ts'

type Chain = Pick<Accounts, 'chainId'> & { readonly profile: ChainProfile }

/** Reads the state of the latest block that the conflict checks need. @throws the client's error if no provider responds */
export async function readSituation(
  client: PublicClient,
  transactions: readonly SignedTransaction[],
  { chainId, profile }: Chain,
): Promise<ChainSituation> {
  const block = await client.getBlock()
  const [accounts, blobs] = await Promise.all([
    readAccounts(client, transactions, { chainId, blockNumber: block.number }),
    transactions.some(({ more }) => more.blobVersionedHashes)
      ? readBlobSituation(client, { chain: profile, timestamp: block.timestamp })
      : null,
  ])
  const old = transactions.filter(({ from, nonce }) => nonce < (accounts.accounts.get(from)?.nonce ?? 0))
  const mined = await Promise.all(old.map(({ hash }) => isMined(client, hash)))
  return {
    ...accounts,
    head: block.number,
    timestamp: block.timestamp,
    gasLimit: block.gasLimit,
    transactionGasCap: profile.transactionGasCap,
    baseFee: toNextBaseFee(block),
    blobs,
    mined: new Set(old.flatMap(({ hash }, index) => (mined[index] ? [hash] : []))),
  }
}

type At = { readonly chainId: number; readonly blockNumber: bigint }

async function readAccounts(
  client: PublicClient,
  transactions: readonly SignedTransaction[],
  { chainId, blockNumber }: At,
): Promise<Accounts> {
  const authorizations = transactions.flatMap((transaction) => toAuthorizations(transaction, chainId))
  const spending = new Set([
    ...transactions.map(({ from }) => from),
    ...authorizations.map(({ authority }) => authority),
  ])
  const called = transactions.flatMap(({ to }) => (to === null ? [] : [getAddress(to)]))
  const mapAll = async <value>(addresses: Iterable<Address>, read: (address: Address) => Promise<value>) =>
    new Map(
      await Promise.all(
        [...new Set(addresses)].map(async (address) => [address, await read(address)] as [Address, value]),
      ),
    )
  const readCode = (address: Address): Promise<Hex | null> =>
    unlessUnsupported(client.getCode({ address, blockNumber }).then((code = '0x') => code))
  const readAccount = async (address: Address): Promise<Account> => {
    const [nonce, balance] = await Promise.all([
      client.getTransactionCount({ address, blockNumber }),
      client.getBalance({ address, blockNumber }),
    ])
    return { nonce, balance }
  }
  // Code only affects later transactions, so a single transaction needs none.
  const coded =
    transactions.length > 1 ? [...spending, ...called, ...authorizations.map(({ delegate }) => delegate)] : []
  const [accounts, code] = await Promise.all([mapAll(spending, readAccount), mapAll(coded, readCode)])
  const delegates = [...code.values()].flatMap((one) => toDelegate(one) ?? [])
  return { chainId, accounts, code: new Map([...code, ...(await mapAll(delegates, readCode))]) }
}

async function isMined(client: PublicClient, hash: Hex): Promise<boolean> {
  const transaction = await client.getTransaction({ hash }).catch(() => null)
  return transaction !== null && transaction.blockNumber !== null
}
