import { createPoolClient } from '@outrigger/core/internal'
import { InvalidBundleError, simulateBundle } from '@outrigger/mev/bundles'
import { createMevApi, toWireSimulation } from '@outrigger/server/internal'
import type { Command } from 'commander'
import type { Hex } from 'viem'
import { showBundle, showSimulation } from '../bundle/showBundle.ts'
import { toRelays } from '../bundle/toRelays.ts'
import { createChainNode } from '../config/chainNode.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { toWholeNumber } from '../config/wholeNumber.ts'
import { SilentFailure, UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { type AddCommand, type Cli, collect, withDataDir, withProviders } from './command.ts'

type Flags = ConfigFlags & { readonly relay?: readonly string[] }
type SendFlags = Flags & {
  readonly block?: string
  readonly blocks?: string
  readonly canRevert?: readonly string[]
  readonly minTimestamp?: string
  readonly maxTimestamp?: string
  readonly dryRun?: boolean
  readonly simulate: boolean
  readonly private?: boolean
  readonly wait: boolean
}

/** `outrigger bundle …`: bundles and private transactions, sent through relays. */
export const addBundle: AddCommand = (program, cli) => {
  const bundle = program.command('bundle').description('send bundles and private transactions').helpCommand(false)
  addSend(bundle, cli)
  addStatus(bundle, cli)
  addCancel(bundle, cli)
}

/** A command has no API key, so no rate limits it. */
const nobody = { key: null }

const withRelays = (command: Command): Command =>
  withDataDir(withProviders(command)).option(
    '--relay <name or name=url>',
    'a relay to use; repeatable (default: mev.relays of the configuration)',
    collect,
  )

function addSend(bundle: Command, cli: Cli): void {
  withRelays(bundle.command('send <chain> <transactions...>').description('send signed transactions, all or none'))
    .option('--dry-run', 'simulate on your own node and send nothing')
    .option('--block <number>', 'target block; with --private, the last target block (default: the next block)')
    .option('--blocks <number>', 'number of consecutive target blocks, 1 to 25', '1')
    .option('--can-revert <index>', 'position of a transaction that may revert, counted from 0; repeatable', collect)
    .option('--min-timestamp <seconds>', 'earliest timestamp of the block')
    .option('--max-timestamp <seconds>', 'latest timestamp of the block')
    .option('--private', 'send one transaction privately, which relays do not publish')
    .option('--no-simulate', 'do not simulate first')
    .option('--no-wait', 'do not wait for the outcome on the chain')
    .action((chain: string, signed: readonly string[], flags: SendFlags) =>
      cli.run((output) =>
        flags.dryRun ? simulate(chain, signed, flags, output) : sendAll(chain, signed, flags, output),
      ),
    )
}

async function simulate(chain: string, signed: readonly string[], flags: SendFlags, output: Output): Promise<void> {
  const blockNumber = toBlock(flags.block)
  const { node, pool } = await createChainNode(flags, chain)
  await using _ = node
  const transactions = signed.map((one) => ({ signed: one as Hex }))
  const simulation = toWireSimulation(await simulateBundle(createPoolClient(pool), { transactions, blockNumber }))
  output.data(simulation, () => showSimulation(simulation))
  if (!simulation.success) throw new SilentFailure()
}

async function sendAll(chain: string, signed: readonly string[], flags: SendFlags, output: Output): Promise<void> {
  const request = toRequest(signed, flags)
  await using at = await open(flags, chain)
  const hash = await send(at, request, flags).catch(rethrowBundleError)
  if (flags.wait) await at.settled(hash)
  const status = await at.api.mevBundle({ chain: at.name, bundle_hash: hash }, nobody)
  output.data(status, () => showBundle(status))
  if (flags.wait && status.status !== 'included') throw new SilentFailure()
}

function addStatus(bundle: Command, cli: Cli): void {
  withRelays(bundle.command('status <chain> <hash>').description('show the outcome of a bundle and the reason')).action(
    (chain: string, hash: string, flags: Flags) =>
      cli.run(async (output) => {
        await using at = await open(flags, chain)
        const status = await at.api.mevBundle({ chain: at.name, bundle_hash: hash }, nobody)
        output.data(status, () => showBundle(status))
      }),
  )
}

function addCancel(bundle: Command, cli: Cli): void {
  withRelays(bundle.command('cancel <chain> <hash>').description('tell the relays to drop a bundle')).action(
    (chain: string, hash: string, flags: Flags) =>
      cli.run(async (output) => {
        await using at = await open(flags, chain)
        const answer = await at.api.mevCancel({ chain: at.name, bundle_hash: hash }, nobody)
        output.data(answer, () => [answer.message])
        if (!answer.cancelled) throw new SilentFailure()
      }),
  )
}

type At = Awaited<ReturnType<typeof open>>

async function send({ api, name }: At, request: ReturnType<typeof toRequest>, flags: SendFlags): Promise<string> {
  const [first] = request.transactions
  if (flags.private === true && first !== undefined) {
    const last = request.target_block
    return (await api.mevPrivate({ chain: name, signed_tx: first.signed_tx, max_block_number: last }, nobody)).tx_hash
  }
  return (await api.mevSubmit({ chain: name, simulate: flags.simulate, ...request }, nobody)).bundle_hash
}

/** Throws the cause if the bundle is invalid, because the message of the outer error contains names of REST fields. */
function rethrowBundleError(error: unknown): never {
  throw error instanceof Error && error.cause instanceof InvalidBundleError ? error.cause : error
}

/** Checks the flags before anything is sent. @throws {UsageError} */
function toRequest(signed: readonly string[], flags: SendFlags) {
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

/** Opens a node with its relays, and waits until it has caught up with the chain. */
async function open(flags: Flags, chain: string) {
  const relays = toRelays(flags.relay, toConfig(await loadSettings(flags)).mev?.relays)
  const { node, name } = await createChainNode(flags, chain, { keep: true, relays })
  const bundler = node.bundles.get(name)
  await bundler?.ready
  const keyLimits = { takeRequest() {} }
  return {
    name,
    api: createMevApi({ bundles: node.bundles, pools: node.pools, keyLimits }),
    /** Resolves when the bundle is included or can no longer be included. */
    settled: (hash: string) =>
      new Promise<void>((resolve) => {
        const check = async () => {
          if ((await bundler?.get(hash))?.status === 'pending') return
          stop?.()
          resolve()
        }
        const stop = bundler?.on('status', () => void check())
        void check()
      }),
    [Symbol.asyncDispose]: () => node.close(),
  }
}
