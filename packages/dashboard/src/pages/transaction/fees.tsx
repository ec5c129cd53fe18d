import type { chainNames } from '@outrigger/api/contract'
import { formatUnits } from '../../data/amounts.ts'
import { wire } from '../../data/client.ts'
import { formatFee, formatNumber } from '../../data/format.ts'
import { useReading } from '../../data/reading.ts'
import { isEvm, isPending, type KnownTransaction, toGwei } from '../../data/transaction.ts'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'

type FeesProps = { readonly chain: (typeof chainNames)[number]; readonly of: KnownTransaction }

/** What a transaction paid, or can cost at most while it is pending, next to the base fee. */
export function Fees({ chain, of: known }: FeesProps) {
  const block = known.reported?.block_number ?? null
  const reading = useReading(() => getPrices(chain, block), { everyMs: 12_000, of: [block] })
  return (
    <Panel title="Fees" reading={reading} staleMs={30_000} note={noteOf(known, chain)}>
      {(prices) => (
        <>
          <Facts facts={listFees(known, prices)} />
          {isTooCheap(known, prices) && (
            <p class="warn">Its cap is below the base fee, so it waits until the base fee falls.</p>
          )}
        </>
      )}
    </Panel>
  )
}

type Prices = {
  readonly currency: { readonly symbol: string; readonly decimals: number }
  /** Gwei. Undefined on chains without a base fee. */
  readonly baseFee: number | undefined
  readonly blockNumber: number
}

/** Reads the base fee of a block, or of the latest block. */
async function getPrices(chain: FeesProps['chain'], number: number | null): Promise<Prices> {
  const [info, block] = await Promise.all([
    wire.blockchainInfo({ chain }),
    wire.blockchainBlock({ chain, number: number === null ? 'latest' : String(number) }),
  ])
  return { currency: info.data.native_currency, baseFee: toGwei(block.base_fee), blockNumber: block.number }
}

/** Rollups charge more than gas × price, and the API does not report the rest. */
const noteOf = ({ reported }: KnownTransaction, chain: string) =>
  chain === 'ethereum' || !isEvm(reported)
    ? undefined
    : 'Gas used × gas price. Some rollups add a fee for data on Ethereum, which is not included.'

function isTooCheap(known: KnownTransaction, { baseFee }: Prices): boolean {
  const { reported, seen } = known
  const cap = seen?.transaction.gas_price_gwei ?? toGwei(reported?.gas_price)
  return isPending(known) && cap !== undefined && baseFee !== undefined && cap < baseFee
}

const gwei = formatFee

function listFees(known: KnownTransaction, prices: Prices): readonly Fact[] {
  const { reported } = known
  if (reported && !isEvm(reported)) return listFamilyFees(reported, prices)
  return reported?.block_number == null ? listCaps(known, prices) : listPaid(known, reported, prices)
}

type Reported = NonNullable<KnownTransaction['reported']>

function listFamilyFees({ fee, gas_price, gas_used }: Reported, { currency }: Prices): readonly Fact[] {
  return [
    ['Fee paid', typeof fee === 'string' ? formatUnits(fee, currency) : 'not reported'],
    gas_price !== null && ['Price', gas_price],
    gas_used !== null && ['Units', gas_used.toLocaleString('en')],
  ]
}

function listPaid({ seen }: KnownTransaction, { gas_used, gas_price }: Reported, prices: Prices): readonly Fact[] {
  const { baseFee, blockNumber, currency } = prices
  const paid = toGwei(gas_price)
  return [
    paid !== undefined &&
      gas_used !== null && ['Fee paid', `${formatNumber((paid * gas_used) / 1e9)} ${currency.symbol}`],
    ['Gas price', paid === undefined ? 'unknown' : gwei(paid)],
    baseFee !== undefined && [`Base fee`, `${gwei(baseFee)} in block ${blockNumber}`],
    baseFee !== undefined &&
      paid !== undefined && ['Priority fee', `${gwei(Math.max(0, paid - baseFee))} above the base fee`],
    gas_used !== null && ['Gas used', `${gas_used.toLocaleString('en')}${toLimit(seen)}`],
    !!seen && ['Cap per gas', gwei(seen.transaction.gas_price_gwei)],
  ]
}

const toLimit = (seen: KnownTransaction['seen']) =>
  seen ? ` of a limit of ${seen.transaction.gas_limit.toLocaleString('en')}` : ''

function listCaps({ reported, seen }: KnownTransaction, { baseFee, blockNumber, currency }: Prices): readonly Fact[] {
  const cap = seen?.transaction.gas_price_gwei ?? toGwei(reported?.gas_price)
  const limit = seen?.transaction.gas_limit
  return [
    ['Cap per gas', cap === undefined ? 'unknown' : gwei(cap)],
    baseFee !== undefined && ['Base fee', `${gwei(baseFee)} in block ${blockNumber}, the latest`],
    limit !== undefined && ['Gas limit', limit.toLocaleString('en')],
    cap !== undefined &&
      limit !== undefined && ['Costs at most', `${formatNumber((cap * limit) / 1e9)} ${currency.symbol}`],
  ]
}
