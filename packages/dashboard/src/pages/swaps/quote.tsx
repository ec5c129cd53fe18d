import { mempoolChains, type Response } from '@outrigger/api/contract'
import { wire } from '../../data/client.ts'
import { formatChange, formatCount, formatFixedPercent, toColumnFormat } from '../../data/format.ts'
import { toName } from '../../data/names.ts'
import type { Token } from '../../data/prices.ts'
import { useReading } from '../../data/reading.ts'
import { type SwapQuestion, toWhole } from '../../data/swapQuestion.ts'
import { Figures } from '../../ui/figures.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { Exposure } from '../transaction/exposure.tsx'
import { Route } from './route.tsx'

type Hex = `0x${string}`
type Quoted = Response<'swapQuote'>['data']
type QuoteProps = { readonly question: SwapQuestion; readonly tokens: readonly Token[] }

/** Quotes change with each block. */
const everyMs = 12_000

const toRequest = ({ chain, from, to, amount, slippage }: SwapQuestion) => {
  return { chain, from_token: from.address, to_token: to.address, amount, slippage }
}

/** The quote over all known pools, its route, and the quote that a swap transaction can use. */
export function Quote({ question, tokens }: QuoteProps) {
  const reading = useReading(() => wire.swapQuote(toRequest(question)), { everyMs })
  return (
    <>
      <Panel title="Quote" reading={reading} staleMs={2 * everyMs}>
        {({ data }) => (
          <>
            <Best quote={data} question={question} />
            <ExposureOf question={question} tokens={tokens} />
          </>
        )}
      </Panel>
      <Panel
        title="Route"
        note="Each row is a path from the sold to the bought token. Its width is its share of the amount."
        reading={reading}
        staleMs={2 * everyMs}
      >
        {({ data }) => <Route hops={data.route} question={question} tokens={tokens} />}
      </Panel>
      {reading.data && <Compared question={question} best={reading.data.data} />}
    </>
  )
}

type BestProps = { readonly quote: Quoted; readonly question: SwapQuestion }

function Best({ quote, question: { from, to } }: BestProps) {
  const [sold, bought] = [toWhole(quote.from_amount, from), toWhole(quote.to_amount, to)]
  const toAmount = (units: string | null) =>
    units === null ? 'unknown' : `${toColumnFormat([bought])(toWhole(units, to))} ${to.symbol}`
  const figures = [
    ['Output', toAmount(quote.to_amount)],
    ['Minimum received', toAmount(quote.to_amount_min)],
    [`${to.symbol} per ${from.symbol}`, toColumnFormat([bought / sold], { digits: 4 })(bought / sold)],
    ['Price impact', quote.price_impact === null ? 'unknown' : formatFixedPercent(quote.price_impact)],
    ['Gas', formatCount(quote.gas_estimate)],
    ['Exact at block', quote.block_number],
  ] as const
  return (
    <>
      {quote.warnings.map((warning) => (
        <p key={warning} class="warn">
          {warning}
        </p>
      ))}
      <Figures of={figures} />
    </>
  )
}

/** An account without history, as the sender of a transaction that is only judged. */
const sender = '0x000000000000000000000000000000000000dead'

/** What a sandwich could take from the swap, on chains whose mempool is public. */
function ExposureOf({ question, tokens }: QuoteProps) {
  const chain = mempoolChains.find((one) => one === question.chain)
  if (chain === undefined) return null
  const toTransaction = async () => {
    const request = { ...toRequest(question), from_address: sender, disable_estimate: true }
    const { from, to, data, value } = (await wire.aggregatorSwap(request)).data.tx
    return { from: from as Hex, to: to as Hex, data: data as Hex, value: BigInt(value) }
  }
  const known = Object.fromEntries(tokens.map((token) => [token.address, token]))
  return <Exposure chain={chain} toTransaction={toTransaction} tokens={known} />
}

type ComparedProps = { readonly question: SwapQuestion; readonly best: Quoted }

type Row = {
  readonly name: string
  readonly out: string
  readonly min: string | null
  readonly impact: number | null
  readonly gas: number
  readonly block: number
  readonly through: readonly string[]
  readonly warnings: readonly string[]
}

function Compared({ question, best }: ComparedProps) {
  const reading = useReading(() => wire.aggregatorQuote(toRequest(question)), { everyMs })
  const own: Row = {
    name: 'All known pools',
    out: best.to_amount,
    min: best.to_amount_min,
    impact: best.price_impact,
    gas: best.gas_estimate,
    block: best.block_number,
    through: best.route.map(({ dex }) => dex),
    warnings: [],
  }
  return (
    <Panel
      title="Comparison"
      note="The best quote over all known pools, and the quote that a swap transaction of this node can use."
      reading={reading}
      staleMs={2 * everyMs}
    >
      {({ data }) => {
        const swap: Row = {
          name: 'Swap transaction',
          out: data.to_amount,
          min: data.to_amount_min,
          impact: data.price_impact,
          gas: data.estimated_gas,
          block: data.block_number,
          through: data.protocols.map(({ name }) => name),
          warnings: data.warnings,
        }
        return <ComparedTable rows={[own, swap]} to={question.to} />
      }}
    </Panel>
  )
}

function ComparedTable({ rows, to }: { readonly rows: readonly Row[]; readonly to: Token }) {
  const outputs = rows.map(({ out }) => toWhole(out, to))
  const most = Math.max(...outputs)
  const format = toColumnFormat(outputs)
  return (
    <>
      <Table
        label="Comparison"
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { title: 'Quote', of: ({ name }) => name },
          { title: `Output, ${to.symbol}`, right: true, of: ({ out }) => <strong>{format(toWhole(out, to))}</strong> },
          { title: 'Difference', right: true, of: ({ out }) => formatChange(100 * (toWhole(out, to) / most - 1)) },
          {
            title: `Minimum, ${to.symbol}`,
            right: true,
            of: ({ min }) => (min === null ? 'unknown' : format(toWhole(min, to))),
          },
          {
            title: 'Price impact',
            right: true,
            of: ({ impact }) => (impact === null ? 'unknown' : formatFixedPercent(impact)),
          },
          { title: 'Gas', right: true, of: ({ gas }) => formatCount(gas) },
          { title: 'Block', right: true, of: ({ block }) => block },
          { title: 'Through', of: ({ through }) => [...new Set(through.map(toName))].join(', ') },
        ]}
      />
      {rows.flatMap(({ warnings }) =>
        warnings.map((warning) => (
          <p key={warning} class="warn">
            {warning}
          </p>
        )),
      )}
    </>
  )
}
