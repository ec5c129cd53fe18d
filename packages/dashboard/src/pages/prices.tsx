import { swapChains } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { formatFixedPercent, toPriceFormat } from '../data/format.ts'
import { useUnknown } from '../data/outages.ts'
import { createPriceReader } from '../data/priceReader.ts'
import { type Price, type PricedToken, readTokens, type Token, toOldestMs } from '../data/prices.ts'
import { useReading } from '../data/reading.ts'
import { toLink } from '../data/route.ts'
import { AgeOf } from '../ui/ageOf.tsx'
import { Change } from '../ui/change.tsx'
import { OfChain } from '../ui/ofChain.tsx'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import type { PageProps } from './page.ts'

/** Number of tokens whose prices are read. */
const most = 12

/** The prices of the first listed tokens of a chain. */
export function Prices({ rest: [wanted] }: PageProps) {
  return (
    <OfChain page="prices" possible={swapChains} wanted={wanted}>
      {(chain) => <PricesOf key={chain} chain={chain} />}
    </OfChain>
  )
}

function PricesOf({ chain }: { readonly chain: string }) {
  const unknown = useUnknown(chain)
  const [readAll] = useState(createPriceReader)
  const reading = useReading(
    async () => {
      const tokens = await readTokens(chain)
      return {
        prices: await readAll(tokens.slice(0, most), ({ address }) => wire.priceCurrent({ chain, symbol: address })),
        others: tokens.slice(most),
      }
    },
    { everyMs: 15_000 },
  )
  return (
    <Panel
      title="Prices"
      note="Each price is the median of the sources that agree: Chainlink feeds, DEX pools, exchanges and aggregators. To see the sources, open a token."
      reading={reading}
      staleMs={90_000}
      toDataMs={({ prices }) => toOldestMs(prices)}
      empty={({ prices }) => prices.length === 0 && (unknown ?? `No listed token exists on ${chain}.`)}
    >
      {({ prices, others }) => (
        <>
          <PriceTable chain={chain} prices={prices.filter(({ price }) => price !== undefined)} />
          <Unpriced chain={chain} prices={prices.filter(({ price }) => price === undefined)} />
          {others.length > 0 && <Others chain={chain} tokens={others} />}
        </>
      )}
    </Panel>
  )
}

function Unpriced({ chain, prices }: PriceTableProps) {
  if (prices.length === 0) return null
  return (
    <p class="wraps">
      No price now, with the reason on the page of the token:{' '}
      {prices.map(({ token }) => (
        <span key={token.address}>
          <a href={toLink('token', chain, token.address)}>{token.symbol}</a>{' '}
        </span>
      ))}
    </p>
  )
}

type OthersProps = { readonly chain: string; readonly tokens: readonly Token[] }

/** Opens the page of a listed token that is not in the table. */
function Others({ chain, tokens }: OthersProps) {
  return (
    <label class="field">
      <span>Other listed tokens</span>
      <select
        value=""
        onChange={({ currentTarget }) => {
          location.hash = toLink('token', chain, currentTarget.value)
        }}
      >
        <option value="">Choose a token</option>
        {tokens.map(({ address, symbol, name }) => (
          <option key={address} value={address}>
            {symbol}, {name}
          </option>
        ))}
      </select>
    </label>
  )
}

type PriceTableProps = { readonly chain: string; readonly prices: readonly PricedToken[] }

function PriceTable({ chain, prices }: PriceTableProps) {
  const format = toPriceFormat(prices.flatMap(({ price }) => (price === undefined ? [] : [price.price_usd])))
  return (
    <Table
      label="Prices"
      rows={prices}
      keyOf={({ token }) => token.address}
      columns={[
        {
          title: 'Token',
          of: ({ token }) => (
            <>
              <a href={toLink('token', chain, token.address)}>{token.symbol}</a> <span class="quiet">{token.name}</span>
            </>
          ),
        },
        { title: 'Price', right: true, of: ({ price }) => <strong>{price ? format(price.price_usd) : '–'}</strong> },
        { title: '24 hours', right: true, of: ({ price }) => price && <Change percent={price.price_change_24h} /> },
        { title: 'Spread', right: true, of: ({ price }) => price && toSpread(price) },
        { title: 'Age', right: true, of: ({ price }) => price && <AgeOf time={price.timestamp} /> },
        { title: 'Sources', of: ({ price }) => price && <Sources of={price} /> },
      ]}
    />
  )
}

const toUsed = ({ sources }: Price) => sources.filter(({ rejection }) => rejection === null).length

/** A single source has no spread. */
const toSpread = (price: Price) => (toUsed(price) < 2 ? '–' : formatFixedPercent(price.spread_percent))

/** How many sources agree. */
function Sources({ of: price }: { readonly of: Price }) {
  const used = toUsed(price)
  const rejected = price.sources.length - used
  return (
    <>
      {used} used{rejected > 0 && `, ${rejected} not used`} {price.stale && <span class="badge warn">stale</span>}
      {price.basis === 'redemption' && <span class="badge warn">redemption value</span>}
    </>
  )
}
