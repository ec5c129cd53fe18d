import { writeFile } from 'node:fs/promises'
import { type ChainName, getChain } from '@outrigger/core'
import { findListedTokens, toListedTokens } from '@outrigger/core/internal'
import { type BestQuote, nativeToken } from '@outrigger/defi/dex'
import { createSwapApi, createSwaps } from '@outrigger/server/internal'
import { type Address, formatUnits, isAddress, parseUnits } from 'viem'
import { createChainNode } from '../config/chainNode.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { toAccount } from '../ens/toAccount.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, withProviders } from './command.ts'

type Flags = ConfigFlags & {
  readonly slippage: string
  readonly from?: string
  readonly permit?: string
  readonly out?: string
  readonly simulate?: boolean
  readonly compare?: boolean
}

/** `outrigger swap`: a quote from the pools themselves, or with `--from` the transaction to sign. */
export const addSwap: AddCommand = (program, cli) => {
  const command = program
    .command('swap <chain> <amount> <from> <to>')
    .description('quote a swap from the pools, or with --from create its transaction for you to sign')
  withProviders(command)
    .option('--slippage <percent>', 'maximum slippage', '0.5')
    .option('--compare', 'compare with the enabled aggregators by simulating each swap')
    .option('--from <address>', 'create the transaction for this sender, who also receives the output')
    .option('--permit <hex>', 'Permit2 permit, with --from: abi.encode(PermitSingle, bytes signature)')
    .option('--no-simulate', 'do not simulate the transaction on the latest state first')
    .option('--out <file>', 'write the transaction to a new file, as JSON')
    .action((chain: string, amount: string, from: string, to: string, flags: Flags) =>
      cli.run(async (output) => {
        if (flags.compare && flags.from !== undefined) throw new UsageError('Give either --compare or --from.')
        if (flags.from === undefined && (flags.permit ?? flags.out) !== undefined)
          throw new UsageError('--permit and --out need --from, the sender of the transaction.')
        await using swap = await open(flags, chain, amount, from, to)
        if (flags.compare) return showComparison(output, await swap.compare(), swap.tokens[1])
        await (flags.from === undefined
          ? showQuote(swap, output)
          : showTransaction(swap, { ...flags, from: await toAccount(flags.from, flags, output) }, output))
      }),
    )
}

type OpenSwap = Awaited<ReturnType<typeof open>>

async function showQuote({ api, amount, question, tokens: [tokenIn, tokenOut] }: OpenSwap, output: Output) {
  const { data } = await inTypedWords(() => api.swapQuote(question, nobody))
  const listed = toListedTokens(question.chain)
  const symbolOf = (address: string) => listed.get(address as Address)?.symbol ?? address
  output.data(data, () => [
    `${amount} ${tokenIn.symbol} for ${formatUnits(BigInt(data.to_amount), tokenOut.decimals)} ${tokenOut.symbol}`,
    `at block ${data.block_number}`,
    `at least ${toLeast(data, tokenOut)} after slippage`,
    ...data.warnings,
    `${data.price_impact === null ? '' : `price impact ${data.price_impact.toFixed(3)} % · `}${data.gas_estimate} gas`,
    '',
    ...toTable(
      [
        { title: 'share', align: 'right' },
        { title: 'dex' },
        { title: 'pool', shorten: true },
        { title: 'from', shorten: true },
        { title: 'to', shorten: true },
      ],
      data.route.map((hop) => [`${hop.percent} %`, hop.dex, hop.pool, symbolOf(hop.from), symbolOf(hop.to)]),
    ),
  ])
}

async function showTransaction(
  { api, amount, question, tokens: [tokenIn, tokenOut] }: OpenSwap,
  { from, permit, simulate, out }: Flags & { readonly from: string },
  output: Output,
): Promise<void> {
  const sender = { from_address: from, disable_estimate: simulate === false }
  const parameters = { ...question, ...sender, ...(permit !== undefined && { permit }) }
  const { data } = await inTypedWords(() => api.aggregatorSwap(parameters, nobody))
  if (out !== undefined) await writeNew(out, `${JSON.stringify(data.tx, null, 2)}\n`)
  output.data(data, () => [
    `${amount} ${tokenIn.symbol} for at least ${toLeast(data, tokenOut)} ${tokenOut.symbol}`,
    ...data.warnings,
    `quoted at block ${data.block_number}`,
    `to ${data.tx.to}`,
    `value ${formatUnits(BigInt(data.tx.value), 18)} · gas limit ${data.tx.gas}`,
    out === undefined ? '--json prints the data, --out writes it to a file.' : `The transaction is in ${out}.`,
  ])
}

/** Prints one line for each source, the best first. */
function showComparison(output: Output, { best, quotes, blockNumber }: BestQuote, { symbol, decimals }: Unit): void {
  const rows = quotes.map(({ source, verdict, promised, received, minAmountOut, difference, gas, reason }) => {
    return { source, verdict, promised, received, min_amount_out: minAmountOut, difference, gas, reason }
  })
  const toWhole = (amount: bigint | null) => (amount === null ? '' : formatUnits(amount, decimals))
  output.data({ best: best?.source ?? null, block_number: Number(blockNumber), quotes: rows }, () => [
    `${best === null ? 'No swap delivers its quoted amount' : `The best is ${best.source}`}, in ${symbol}, by simulation at block ${blockNumber}`,
    '',
    ...toTable(
      [
        { title: 'source' },
        { title: 'verdict' },
        { title: 'promised', align: 'right' },
        { title: 'received', align: 'right' },
        { title: 'off by', align: 'right' },
        { title: 'gas', align: 'right' },
        { title: 'reason', shorten: true },
      ],
      rows.map(({ source, verdict, promised, received, difference, gas, reason }) => [
        ...[source, verdict, toWhole(promised), toWhole(received), difference === null ? '' : `${difference} %`],
        ...[gas === null ? '' : String(gas), reason ?? ''],
      ]),
    ),
  ])
}

/** @throws {UsageError} the file exists */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new UsageError(`${path} exists already. --out takes the name of a new file.`)
  }
}

/** Flags and arguments, by the parameter that they set. */
const typed: { readonly [parameter: string]: string } = {
  from_address: '--from',
  permit: '--permit',
  amount: 'the amount',
  to_token: 'the token to buy',
  body: 'the swap',
}

/** Returns the answer of `ask`. Errors name flags and arguments instead of parameters. @throws {UsageError} */
async function inTypedWords<answer>(ask: () => answer | Promise<answer>): Promise<answer> {
  try {
    return await ask()
  } catch (error) {
    const { code, details } = error as { readonly code?: unknown; readonly details?: unknown }
    if (code !== 'INVALID_PARAMETER' || !Array.isArray(details)) throw error
    const faults = (details as readonly { readonly path: string; readonly message: string }[]).map(toTyped)
    throw new UsageError(faults.join('; '))
  }
}

function toTyped({ path, message }: { readonly path: string; readonly message: string }): string {
  const name = path.split('.').at(-1) ?? path
  return `${typed[name] ?? name} ${message.replace('Set disable_estimate', 'Give --no-simulate')}`
}

type Unit = { readonly symbol: string; readonly decimals: number }

const toLeast = ({ to_amount_min }: { readonly to_amount_min: string | null }, { decimals }: Unit): string =>
  to_amount_min === null ? 'an unknown amount' : formatUnits(BigInt(to_amount_min), decimals)

/** A command has no API key, so no rate limits it. */
const nobody = { key: null }

/** Checks the arguments before any request. @throws {UsageError} */
async function open(flags: Flags, chainText: string, amount: string, from: string, to: string) {
  const name = getChain(chainText).name as ChainName
  const slippage = Number(flags.slippage)
  if (!(slippage >= 0 && slippage <= 100)) throw new UsageError('--slippage takes percent, 0 to 100.')
  if (!/^\d+(?:\.\d+)?$/.test(amount))
    throw new UsageError(`"${amount}" is not an amount. Write whole tokens, such as 1.5.`)
  const [tokenIn, tokenOut] = [toTokenAddress(name, from), toTokenAddress(name, to)]
  const { node } = await createChainNode(flags, chainText)
  try {
    const swaps = createSwaps(node.pools, toConfig(await loadSettings(flags)).swaps)
    const tokens = await Promise.all([swaps.token(name, tokenIn), swaps.token(name, tokenOut)])
    const units = String(parseUnits(amount, tokens[0].decimals))
    const question = { chain: name, from_token: tokenIn, to_token: tokenOut, amount: units, slippage }
    const compare = () => swaps.compare({ chain: name, tokenIn, tokenOut, amountIn: BigInt(units), slippage })
    const api = createSwapApi({ swaps, pools: node.pools })
    return { amount, api, compare, question, tokens, [Symbol.asyncDispose]: () => node.close() }
  } catch (error) {
    await node.close()
    throw error
  }
}

/** Finds a token by its symbol in the list or by its address, and the native currency by its symbol. */
function toTokenAddress(chain: ChainName, text: string) {
  if (isAddress(text)) return text.toLowerCase() as typeof text
  if (text.toLowerCase() === getChain(chain).nativeCurrency.symbol.toLowerCase()) return nativeToken
  const [found, ...others] = findListedTokens(chain, text)
  if (found === undefined)
    throw new UsageError(`No listed token of ${chain} has the symbol "${text}". Give its address.`)
  if (others.length > 0) throw new UsageError(`Several tokens of ${chain} have the symbol "${text}". Give the address.`)
  return found.address
}
