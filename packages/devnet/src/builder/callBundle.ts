import { type Chain, concat, type Hex, hexToNumber, keccak256 } from 'viem'
import { createAnvil } from '../chain/anvil.ts'
import { requestAny, toDevnetClient } from '../chain/client.ts'
import { readNext } from './chooseBundles.ts'
import { RefusedError } from './errors.ts'
import { type OrderedTransaction, readTransaction } from './trial.ts'

/** Parameters as documented by Flashbots. Other fields are ignored, like in its node. */
type CallBundleParameters = {
  readonly txs: readonly Hex[]
  readonly blockNumber: Hex
  readonly stateBlockNumber: Hex | 'latest'
  readonly timestamp?: number
}

export type BundleCaller = {
  /** @throws {RefusedError} a transaction cannot be included in the block */
  call(parameters: CallBundleParameters): Promise<object>
  close(): Promise<void>
}

/**
 * Implements `eth_callBundle` by execution. It mines the transactions in a block of a fork, adding one more each time, so
 * that the payment of each to the builder is the difference of two balances.
 *
 * @see https://docs.flashbots.net/flashbots-auction/advanced/rpc-endpoint#eth_callbundle
 */
export function createBundleCaller(rpcUrl: string, chain: Chain): BundleCaller {
  const open = async () => {
    const anvil = await createAnvil({
      chainId: chain.id,
      args: ['--no-mining', '--order', 'fifo', '--fork-url', rpcUrl],
    })
    return { anvil, client: toDevnetClient(anvil.rpcUrl, chain) }
  }
  const main = toDevnetClient(rpcUrl, chain)
  let fork: ReturnType<typeof open> | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function execute({ txs, blockNumber, stateBlockNumber, timestamp }: CallBundleParameters): Promise<object> {
    const state = stateBlockNumber === 'latest' ? Number(await main.getBlockNumber()) : hexToNumber(stateBlockNumber)
    if (hexToNumber(blockNumber) !== state + 1)
      throw new RefusedError('the block must follow the state block, because a fork cannot mine another one')
    const transactions = await Promise.all(txs.map((tx) => readTransaction(tx, () => true)))
    fork ??= open()
    const { client } = await fork
    const mineFirst = async (count: number) => {
      await requestAny(client, 'anvil_reset', [{ forking: { jsonRpcUrl: rpcUrl, blockNumber: state } }])
      const next = await readNext(client)
      await client.setCoinbase({ address: next.coinbase })
      for (const { raw, hash } of transactions.slice(0, count))
        await client
          .sendRawTransaction({ serializedTransaction: raw })
          .catch((error: { readonly details?: string }) => {
            throw new RefusedError(`err: ${error.details ?? 'refused'}; txhash ${hash}`)
          })
      await client.setNextBlockTimestamp({ timestamp: timestamp === undefined ? next.timestamp : BigInt(timestamp) })
      await client.mine({ blocks: 1 })
      const mined = await client.getBlock()
      const left = transactions.slice(0, count).find(({ hash }) => !mined.transactions.includes(hash))
      if (left !== undefined)
        throw new RefusedError(`err: max fee per gas less than block base fee; txhash ${left.hash}`)
      return { ...next, balance: await client.getBalance({ address: next.coinbase }) }
    }
    let { balance, baseFee, coinbase } = await mineFirst(0)
    const results: object[] = []
    const total = { gas: 0n, paid: 0n }
    for (const [index, transaction] of transactions.entries()) {
      const after = await mineFirst(index + 1)
      const { gasUsed, status } = await client.getTransactionReceipt({ hash: transaction.hash })
      const coinbaseDiff = after.balance - balance
      balance = after.balance
      total.gas += gasUsed
      total.paid += coinbaseDiff
      results.push(toResult(transaction, { baseFee, gasUsed, coinbaseDiff, hasSucceeded: status === 'success' }))
    }
    return {
      bundleHash: keccak256(concat(transactions.map(({ hash }) => hash))),
      coinbase,
      results,
      coinbaseDiff: String(total.paid),
      bundleGasPrice: String(total.paid / (total.gas || 1n)),
      stateBlockNumber: state,
      totalGasUsed: Number(total.gas),
    }
  }
  return {
    call(parameters) {
      const done = queue.then(() => execute(parameters))
      queue = done.catch(() => {})
      return done
    },
    async close() {
      await queue
      await (await fork)?.anvil.close()
    },
  }
}

type Executed = {
  readonly baseFee: bigint
  readonly gasUsed: bigint
  readonly coinbaseDiff: bigint
  readonly hasSucceeded: boolean
}

function toResult(
  { hash, from, to, tip, maxFee, value }: OrderedTransaction,
  { baseFee, gasUsed, coinbaseDiff, hasSucceeded }: Executed,
): object {
  const gasFees = gasUsed * (baseFee + tip < maxFee ? tip : maxFee - baseFee)
  return {
    txHash: hash,
    fromAddress: from,
    toAddress: to,
    gasUsed: Number(gasUsed),
    value: String(value),
    coinbaseDiff: String(coinbaseDiff),
    gasFees: String(gasFees),
    ethSentToCoinbase: String(coinbaseDiff - gasFees),
    gasPrice: String(coinbaseDiff / gasUsed),
    ...(!hasSucceeded && { error: 'execution reverted' }),
  }
}
