import { wire } from '../data/client.ts'
import { useReading } from '../data/reading.ts'
import { isAllowed } from '../data/session.ts'
import { OfSubject } from '../ui/ofSubject.tsx'
import type { PageProps } from './page.ts'
import { History } from './token/history.tsx'
import { Markets } from './token/markets.tsx'
import { PriceOf } from './token/price.tsx'
import { Pools, Rank } from './token/trading.tsx'

/** One token: its price by source, its markets, its past prices and its trading on the chain. */
export function Token({ session, rest }: PageProps) {
  const maySeeTrading = isAllowed(session.key.scopes, ['read:analytics'])
  return (
    <OfSubject page="token" what="symbol or address" rest={rest}>
      {(chain, symbol) => <TokenOf chain={chain} symbol={symbol} maySeeTrading={maySeeTrading} />}
    </OfSubject>
  )
}

type TokenOfProps = { readonly chain: string; readonly symbol: string; readonly maySeeTrading: boolean }

function TokenOf({ chain, symbol, maySeeTrading }: TokenOfProps) {
  const reading = useReading(() => wire.priceCurrent({ chain, symbol }), { everyMs: 5000 })
  const { data: price } = reading
  // A mean over time is not a market to trade on.
  const markets = price?.sources.filter(({ kind, name }) => /dex|exchange/.test(kind) && !name.endsWith('_twap')) ?? []
  const dexes = markets.filter(({ kind }) => kind === 'dex').map(({ name }) => name)
  return (
    <div class="grid">
      <div class="wide">
        <PriceOf chain={chain} symbol={symbol} reading={reading} />
      </div>
      <History chain={chain} symbol={symbol} />
      {markets.length > 0 && <Markets chain={chain} symbol={symbol} exchanges={markets.map(({ name }) => name)} />}
      {price?.address && maySeeTrading && <Rank chain={chain} token={price} />}
      {price && dexes.length > 0 && maySeeTrading && <Pools chain={chain} symbol={price.symbol} dexes={dexes} />}
    </div>
  )
}
