import { createPoolClient } from '@outrigger/core/internal'
import { InvalidBundleError, simulateBundle } from '@outrigger/mev/bundles'
import { createMevApi, toWireSimulation } from '@outrigger/server/internal'
import type { Command } from 'commander'
import type { Hex } from 'viem'
import { showBundle, showSimulation, showWhy } from '../bundle/showBundle.ts'
import { toRelays } from '../bundle/toRelays.ts'
import { createChainNode } from '../config/chainNode.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { SilentFailure, UsageError } from '../exitCodes.ts'
import {
  type AddCommand,
  addSubcommand,
  type Cli,
  collect,
  type GlobalFlags,
  withDataDir,
  withProviders,
} from './command.ts'

type Flags = ConfigFlags & GlobalFlags & { readonly relay?: readonly string[] }
type SendFlags = Flags & {
  readonly block?: string
  readonly blocks?: string
  readonly canRevert?: readonly string[]
  readonly minTimestamp?: string
  readonly maxTimestamp?: string
  readonly simulate: boolean
  readonly private?: boolean
  readonly wait: boolean
}

/** `outrigger bundle …`: bundles and private transactions over relays. */
export const addBundle: AddCommand = (program, cli) => {
  const bundle = program
    .command('bundle')
    .description('bundles and private transactions over relays')
    .helpCommand(false)
  addSimulate(bundle, cli)
  addSend(bundle, cli)
  const ofOne = (usage: string, description: string) => withRelays(addSubcommand(bundle, usage, description))
  ofOne('status <chain> <hash>', 'what became of a bundle').action((chain: string, hash: string, flags: Flags) =>
    cli.run(flags, async (output) => {
      await using at = await open(flags, chain)
      const status = await at.api.mevBundle({ chain: at.name, bundle_hash: hash }, nobody)
      output.data(status, () => showBundle(status))
    }),
  )
  ofOne('cancel <chain> <hash>', 'ask the relays to forget it').action((chain: string, hash: string, flags: Flags) =>
    cli.run(flags, async (output) => {
      await using at = await open(flags, chain)
      const answer = await at.api.mevCancel({ chain: at.name, bundle_hash: hash }, nobody)
      output.data(answer, () => [answer.message])
      if (!answer.cancelled) throw new SilentFailure()
    }),
  )
  ofOne('why <chain> <hash>', 'why it is not included').action((chain: string, hash: string, flags: Flags) =>
    cli.run(flags, async (output) => {
      await using at = await open(flags, chain)
      const { status, why } = await at.api.mevBundle({ chain: at.name, bundle_hash: hash }, nobody)
      output.data({ bundle_hash: hash, status, why }, () => (why === null ? [`It is ${status}.`] : showWhy(why)))
    }),
  )
}

/** A command has no API key, so no rate limits it. */
const nobody = { key: null }

const withRelays = (command: Command): Command =>
  withDataDir(withProviders(command)).option(
    '--relay <name or name=url>',
    'a relay to send to; repeatable (default: mev.relays of the configuration)',
    collect,
  )

function addSimulate(bundle: Command, cli: Cli): void {
  withProviders(
    addSubcommand(bundle, 'simulate <chain> <transactions...>', 'what signed transactions do, on your own node'),
  )
    .option('--block <number>', 'the block they are simulated as (default: the next)')
    .option('--state-block <number>', 'the block on whose state (default: the latest)')
    .action(
      (
        chain: string,
        signed: readonly string[],
        flags: Flags & { readonly block?: string; readonly stateBlock?: string },
      ) =>
        cli.run(flags, async (output) => {
          const [blockNumber, stateBlockNumber] = [toBlock(flags.block), toBlock(flags.stateBlock)]
          const { node, pool } = await createChainNode(flags, chain)
          await using _ = node
          const transactions = signed.map((one) => ({ signed: one as Hex }))
          const parameters = { transactions, blockNumber, stateBlockNumber }
          const simulation = toWireSimulation(await simulateBundle(createPoolClient(pool), parameters))
          output.data(simulation, () => showSimulation(simulation))
          if (!simulation.success) throw new SilentFailure()
        }),
    )
}

function addSend(bundle: Command, cli: Cli): void {
  withRelays(addSubcommand(bundle, 'send <chain> <transactions...>', 'send signed transactions, all or none'))
    .option('--block <number>', 'the block it is for, or the last with --private (default: the next)')
    .option('--blocks <number>', 'blocks in a row it is sent for, 1 to 25', '1')
    .option('--can-revert <index>', 'a transaction that may revert, counted from 0; repeatable', collect)
    .option('--min-timestamp <seconds>', 'least timestamp of the block')
    .option('--max-timestamp <seconds>', 'greatest timestamp of the block')
    .option('--private', 'one transaction, which relays show to nobody')
    .option('--no-simulate', 'do not simulate it first')
    .option('--no-wait', 'do not wait until the chain has decided')
    .action((chain: string, signed: readonly string[], flags: SendFlags) =>
      cli.run(flags, async (output) => {
        const asked = toAsked(signed, flags)
        await using at = await open(flags, chain)
        const hash = await send(at, asked, flags).catch(rethrowBundleError)
        if (flags.wait) await at.settled(hash)
        const status = await at.api.mevBundle({ chain: at.name, bundle_hash: hash }, nobody)
        output.data(status, () => showBundle(status))
        if (flags.wait && status.status !== 'included') throw new SilentFailure()
      }),
    )
}

type At = Awaited<ReturnType<typeof open>>

async function send({ api, name }: At, asked: ReturnType<typeof toAsked>, flags: SendFlags): Promise<string> {
  const [first] = asked.transactions
  if (flags.private === true && first !== undefined) {
    const last = asked.target_block
    return (await api.mevPrivate({ chain: name, signed_tx: first.signed_tx, max_block_number: last }, nobody)).tx_hash
  }
  return (await api.mevSubmit({ chain: name, simulate: flags.simulate, ...asked }, nobody)).bundle_hash
}

/** The fields of a request mean nothing to somebody who has typed a command. */
function rethrowBundleError(error: unknown): never {
  throw error instanceof Error && error.cause instanceof InvalidBundleError ? error.cause : error
}

/** What is typed wrongly is said before anybody is asked. */
function toAsked(signed: readonly string[], flags: SendFlags) {
  if (flags.private === true && signed.length !== 1) throw new UsageError('--private takes one transaction.')
  const canRevert = (flags.canRevert ?? []).map((index) => toWholeNumber('--can-revert', index))
  const [min, max] = [flags.minTimestamp, flags.maxTimestamp].map((text) => text && toWholeNumber('a timestamp', text))
  const block = toBlock(flags.block)
  return {
    transactions: signed.map((signed_tx, index) => ({ signed_tx, can_revert: canRevert.includes(index) })),
    target_block: block === null ? null : Number(block),
    blocks: toWholeNumber('--blocks', flags.blocks ?? '1'),
    ...(min && { min_timestamp: min }),
    ...(max && { max_timestamp: max }),
  }
}

const toBlock = (text: string | undefined): bigint | null =>
  text === undefined ? null : BigInt(toWholeNumber('a block', text))

/** A node with its relays, which has caught up with the chain. */
async function open(flags: Flags, chain: string) {
  const relays = toRelays(flags.relay, toConfig(await loadSettings(flags)).mev?.relays)
  const { node, name } = await createChainNode(flags, chain, { keep: true, relays })
  const bundler = node.bundles.get(name)
  await bundler?.ready
  const keyLimits = { takeRequest() {} }
  return {
    name,
    api: createMevApi({ bundles: node.bundles, pools: node.pools, keyLimits }),
    /** Resolves once the chain has decided. */
    settled: (hash: string) =>
      new Promise<void>((resolve) => {
        const look = async () => {
          if ((await bundler?.get(hash))?.status === 'pending') return
          stop?.()
          resolve()
        }
        const stop = bundler?.on('status', () => void look())
        void look()
      }),
    [Symbol.asyncDispose]: () => node.close(),
  }
}
