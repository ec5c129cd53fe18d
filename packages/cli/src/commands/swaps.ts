import { writeFile } from 'node:fs/promises'
import { type ChainName, getChain } from '@outrigger/core'
import { findListedTokens, toListedTokens } from '@outrigger/core/internal'
import { type BestQuote, nativeToken } from '@outrigger/defi/dex'
import { createSwapApi, createSwaps } from '@outrigger/server/internal'
import { type Address, formatUnits, isAddress, parseUnits } from 'viem'
import { createChainNode } from '../config/chainNode.ts'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders } from './command.ts'

type Flags = ConfigFlags &
  GlobalFlags & {
    readonly slippage: string
    readonly from?: string
    readonly permit?: string
    readonly out?: string
    readonly simulate?: boolean
    readonly compare?: boolean
  }

/** `outrigger quote`: what a swap would bring, from the pools themselves. */
export const addQuote: AddCommand = (program, cli) => {
  const usage = 'quote <chain> <amount> <from> <to>'
  withSlippage(withProviders(addSubcommand(program, usage, 'what a swap brings, from the pools themselves')))
    .option('--compare', 'beside the aggregators that are enabled, each by simulation')
    .action((chain: string, amount: string, from: string, to: string, flags: Flags) =>
      cli.run(flags, async (output) => {
        const { node, api, compare, question, tokens } = await open(flags, chain, amount, from, to)
        await using _ = node
        if (flags.compare) return showComparison(output, await compare(), tokens[1])
        const { data } = await inTypedWords(() => api.swapQuote(question, { key: null }))
        const listed = toListedTokens(question.chain)
        const symbolOf = (address: string) => listed.get(address as Address)?.symbol ?? address
        output.data(data, () => [
          `${amount} ${tokens[0].symbol} for ${formatUnits(BigInt(data.to_amount), tokens[1].decimals)} ${tokens[1].symbol}`,
          `at block ${data.block_number}`,
          `at least ${toLeast(data, tokens[1])} after slippage`,
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
      }),
    )
}

/** One line for each that was asked, the best first. */
function showComparison(output: Output, { best, quotes, blockNumber }: BestQuote, { symbol, decimals }: Unit): void {
  const rows = quotes.map(({ source, verdict, promised, received, minAmountOut, difference, gas, reason }) => {
    return { source, verdict, promised, received, min_amount_out: minAmountOut, difference, gas, reason }
  })
  const toWhole = (amount: bigint | null) => (amount === null ? '' : formatUnits(amount, decimals))
  output.data({ best: best?.source ?? null, block_number: Number(blockNumber), quotes: rows }, () => [
    `${best === null ? 'No quote keeps its promise' : `The best is ${best.source}`}, in ${symbol}, by simulation at block ${blockNumber}`,
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

/** `outrigger swap`: the transaction of a swap, for somebody else to sign. */
export const addSwap: AddCommand = (program, cli) => {
  const usage = 'swap <chain> <amount> <from> <to>'
  withSlippage(withProviders(addSubcommand(program, usage, 'the transaction of a swap, not signed')))
    .requiredOption('--from <address>', 'who swaps, signs and receives')
    .option('--permit <hex>', 'abi.encode(PermitSingle, bytes signature) of Permit2')
    .option('--no-simulate', 'do not execute it on the present state first')
    .option('--out <file>', 'write the transaction there, as JSON')
    .action((chain: string, amount: string, from: string, to: string, flags: Flags) =>
      cli.run(flags, async (output) => {
        const { node, api, question, tokens } = await open(flags, chain, amount, from, to)
        await using _ = node
        const { permit, simulate, out } = flags
        const sender = { from_address: flags.from ?? '', disable_estimate: simulate === false }
        const asked = { ...question, ...sender, ...(permit !== undefined && { permit }) }
        const { data } = await inTypedWords(() => api.aggregatorSwap(asked, { key: null }))
        if (out !== undefined) await writeNew(out, `${JSON.stringify(data.tx, null, 2)}\n`)
        output.data(data, () => [
          `${amount} ${tokens[0].symbol} for at least ${toLeast(data, tokens[1])} ${tokens[1].symbol}`,
          ...data.warnings,
          `quoted at block ${data.block_number}`,
          `to ${data.tx.to}`,
          `value ${formatUnits(BigInt(data.tx.value), 18)} · gas limit ${data.tx.gas}`,
          out === undefined ? 'The data is in --json, and in a file by --out.' : `The transaction is in ${out}.`,
        ])
      }),
    )
}

/** @throws {UsageError} there is such a file */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new UsageError(`There is a file ${path} already: --out takes a new one.`)
  }
}

/** What was typed, by the parameters that it became. */
const typed: { readonly [parameter: string]: string } = {
  from_address: '--from',
  permit: '--permit',
  amount: 'the amount',
  to_token: 'the token to be had',
  body: 'the swap',
}

/** An answer; a refusal is put in the words of the command line. @throws {UsageError} */
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

const withSlippage = (command: ReturnType<typeof withProviders>) =>
  command.option('--slippage <percent>', 'that the output may fall', '0.5')

/** What is typed wrongly is said before anybody is asked. */
async function open(flags: Flags, chainText: string, amount: string, from: string, to: string) {
  const name = getChain(chainText).name as ChainName
  const slippage = Number(flags.slippage)
  if (!(slippage >= 0 && slippage <= 100)) throw new UsageError('--slippage takes percent, 0 to 100.')
  if (!/^\d+(?:\.\d+)?$/.test(amount))
    throw new UsageError(`"${amount}" is no amount: write it as 1.5, in whole tokens.`)
  const [tokenIn, tokenOut] = [toTokenAddress(name, from), toTokenAddress(name, to)]
  const { node } = await createChainNode(flags, chainText)
  try {
    const swaps = createSwaps(node.pools, toConfig(await loadSettings(flags)).swaps)
    const tokens = await Promise.all([swaps.token(name, tokenIn), swaps.token(name, tokenOut)])
    const units = String(parseUnits(amount, tokens[0].decimals))
    const question = { chain: name, from_token: tokenIn, to_token: tokenOut, amount: units, slippage }
    const compare = () => swaps.compare({ chain: name, tokenIn, tokenOut, amountIn: BigInt(units), slippage })
    return { node, api: createSwapApi({ swaps, pools: node.pools }), compare, question, tokens }
  } catch (error) {
    await node.close()
    throw error
  }
}

/** A token by its symbol in the list or its address; the native currency by its own symbol. */
function toTokenAddress(chain: ChainName, text: string) {
  if (isAddress(text)) return text.toLowerCase() as typeof text
  if (text.toLowerCase() === getChain(chain).nativeCurrency.symbol.toLowerCase()) return nativeToken
  const [found, ...others] = findListedTokens(chain, text)
  if (found === undefined)
    throw new UsageError(`No listed token of ${chain} has the symbol "${text}": give its address.`)
  if (others.length > 0) throw new UsageError(`Several tokens of ${chain} have the symbol "${text}": give the address.`)
  return found.address
}
