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
  /** An anvil with `--no-mining --order fifo`, so that only the builder creates blocks. */
  readonly rpcUrl: string
  readonly chain: Chain
  /** @default all relays */
  readonly relays?: readonly BuilderRelayName[]
}

export type BuiltBlock = {
  readonly number: number
  readonly hash: Hex
  /** Hashes of the included bundles, in order. */
  readonly included: readonly Hex[]
  /** Decision about every bundle for this block, by bundle hash. */
  readonly decisions: ReadonlyMap<Hex, Decision>
}

export type Builder = {
  /** URL of each relay. */
  readonly urls: { readonly [name in BuilderRelayName]?: string }
  /** JSON-RPC URL of the builder's node: the chain's methods and `eth_callBundle`. */
  readonly nodeUrl: string
  /** All requests, in order. */
  readonly received: readonly Received[]
  setFault(relay: BuilderRelayName, fault: RelayFault): void
  /** Adds a competing bundle for the next block. Returns its hash. */
  addRival(transactions: readonly Hex[]): Promise<Hex>
  /**
   * Builds the next block from bundles, ordered by payment per gas. Skips bundles that conflict with earlier ones.
   * @throws {BuilderError} the chain's block differs from the chosen one
   */
  build(limits?: { readonly gas?: bigint; readonly minBid?: bigint }): Promise<BuiltBlock>
  /** Replaces the last blocks with empty ones. */
  reorg(depth: number): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Creates a builder with its relays on a private chain. The builder gets every bundle that a relay accepts. */
export async function createBuilder({ rpcUrl, chain, relays = builderRelays }: BuilderParameters): Promise<Builder> {
  const client = toDevnetClient(rpcUrl, chain)
  const received: Received[] = []
  const held = createHeldBundles()
  let head = 0
  // Another client may have mined a block.
  const refreshHead = async () => {
    head = Number(await client.getBlockNumber({ cacheTime: 0 }))
  }
  await refreshHead()

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
    await refreshHead()
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
      await refreshHead()
      return held.addRival(transactions, head + 1)
    },
    build,
    async reorg(depth) {
      await requestAny(client, 'anvil_reorg', [depth, []])
      await requestAny(client, 'anvil_dropAllTransactions')
      await refreshHead()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

const readAll = ({ txs, mayRevert }: BundleOrder): Promise<readonly OrderedTransaction[]> =>
  Promise.all(txs.map((tx) => readTransaction(tx, (hash) => mayRevert.includes(hash))))
