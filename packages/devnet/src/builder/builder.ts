import type { Chain, Hex } from 'viem'
import { requestAny, toDevnetClient } from '../chain/client.ts'
import { createBundleCaller } from './callBundle.ts'
import { chooseBundles, type Decision } from './chooseBundles.ts'
import { type BuilderRelayName, builderRelays } from './dialects.ts'
import { BuilderError } from './errors.ts'
import { type BundleOrder, createHeldBundles } from './heldBundles.ts'
import { createNodeServer } from './nodeServer.ts'
import { createRelayServer, type Received, type RelayFault } from './relayServer.ts'
import { type OrderedTransaction, readTransaction } from './trial.ts'

export type { Decision } from './chooseBundles.ts'

export type BuilderParameters = {
  /** An anvil of `--no-mining --order fifo`: nobody else makes blocks. */
  readonly rpcUrl: string
  readonly chain: Chain
  /** @default all */
  readonly relays?: readonly BuilderRelayName[]
}

export type BuiltBlock = {
  readonly number: number
  readonly hash: Hex
  /** Hashes of the bundles it has, in order. */
  readonly included: readonly Hex[]
  /** What became of every bundle that was for this block, by its hash. */
  readonly decisions: ReadonlyMap<Hex, Decision>
}

export type Builder = {
  /** Where each relay listens. */
  readonly urls: { readonly [name in BuilderRelayName]?: string }
  /** JSON-RPC of the builder's node: the chain's, and `eth_callBundle`. */
  readonly nodeUrl: string
  /** Every request, in order. */
  readonly received: readonly Received[]
  setFault(relay: BuilderRelayName, fault: RelayFault): void
  /** A bundle of somebody else for the next block. Returns its hash. */
  addRival(transactions: readonly Hex[]): Promise<Hex>
  /**
   * Builds the next block: bundles by what they pay per gas, each where it can still be carried out.
   * @throws {BuilderError} the chain's block is not what was chosen
   */
  build(limits?: { readonly gas?: bigint; readonly minBid?: bigint }): Promise<BuiltBlock>
  /** Takes the last blocks out and puts empty ones in their place. */
  reorg(depth: number): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Relays and the builder behind them, on a chain of one's own: every bundle that a relay takes is known to it. */
export async function createBuilder({ rpcUrl, chain, relays = builderRelays }: BuilderParameters): Promise<Builder> {
  const client = toDevnetClient(rpcUrl, chain)
  const received: Received[] = []
  const held = createHeldBundles()
  let head = 0
  // Somebody else may have mined.
  const look = async () => {
    head = Number(await client.getBlockNumber({ cacheTime: 0 }))
  }
  await look()

  const servers = await Promise.all(
    relays.map(async (relay) => {
      const onRequest = (one: Received) => void received.push(one)
      return [
        relay,
        await createRelayServer({
          relay,
          onRequest,
          onOrder: (order, fault) => held.take(relay, order, { fault, head }),
        }),
      ] as const
    }),
  )

  const caller = createBundleCaller(rpcUrl, chain)
  const node = await createNodeServer(rpcUrl, caller)

  async function build({ gas, minBid = 0n }: { readonly gas?: bigint; readonly minBid?: bigint } = {}) {
    await look()
    const { usable, decisions } = held.listFor(head + 1)
    const candidates = await Promise.all(
      usable.map(async ({ hash, order }) => ({ hash, order, transactions: await readAll(order) })),
    )
    const chosen = await chooseBundles(client, candidates, { ...(gas !== undefined && { gas }), minBid })
    for (const [hash, decision] of chosen.decisions) decisions.set(hash, decision)
    const block = await mine(chosen.transactions, chosen.timestamp)
    head = Number(block.number)
    held.forget(chosen.included)
    return { number: head, hash: block.hash, included: chosen.included, decisions }
  }

  async function mine(transactions: readonly OrderedTransaction[], timestamp: bigint) {
    for (const { raw } of transactions) await client.sendRawTransaction({ serializedTransaction: raw })
    await client.setNextBlockTimestamp({ timestamp })
    await client.mine({ blocks: 1 })
    const block = await client.getBlock()
    const wanted = transactions.map(({ hash }) => hash)
    if (JSON.stringify(block.transactions) !== JSON.stringify(wanted))
      throw new BuilderError('The chain mined other transactions: start anvil with --no-mining --order fifo.')
    return block
  }

  async function close() {
    await Promise.all([node.close(), caller.close(), ...servers.map(([, server]) => server.close())])
  }
  return {
    urls: Object.fromEntries(servers.map(([name, { url }]) => [name, url])),
    nodeUrl: node.url,
    received,
    setFault(relay, fault) {
      for (const [name, server] of servers) if (name === relay) server.setFault(fault)
    },
    async addRival(transactions) {
      await look()
      return held.addRival(transactions, head + 1)
    },
    build,
    async reorg(depth) {
      await requestAny(client, 'anvil_reorg', [depth, []])
      await requestAny(client, 'anvil_dropAllTransactions')
      await look()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

const readAll = ({ txs, mayRevert }: BundleOrder): Promise<readonly OrderedTransaction[]> =>
  Promise.all(txs.map((tx) => readTransaction(tx, (hash) => mayRevert.includes(hash))))
