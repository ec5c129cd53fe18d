import type { chainNames, Response } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { toNullIfAbsent } from '../data/failure.ts'
import { formatCount, formatFullTime, formatPercent, formatQuantity } from '../data/format.ts'
import { useUnknown } from '../data/outages.ts'
import { useReading } from '../data/reading.ts'
import { toWatched } from '../data/transaction.ts'
import { Empty } from '../ui/empty.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import { AddressLink, BlockLink, Copyable } from '../ui/links.tsx'
import { OfSubject } from '../ui/ofSubject.tsx'
import { Pager } from '../ui/pager.tsx'
import { Panel } from '../ui/panel.tsx'
import { Transactions } from '../ui/transactions.tsx'
import type { PageProps } from './page.ts'

/** One block: its facts and its transactions. */
export function Block({ rest }: PageProps) {
  return (
    <OfSubject page="block" what="number" rest={rest}>
      {(chain, number) =>
        /^(?:\d{1,15}|latest)$/.test(number) ? (
          <Answers chain={chain} number={number} />
        ) : (
          <p class="empty">“{number}” is not a block number.</p>
        )
      }
    </OfSubject>
  )
}

type OfBlock = { readonly chain: (typeof chainNames)[number]; readonly number: string }
type Found = { readonly block: Response<'blockchainBlock'> | null; readonly latest: number }

async function getBlock(chain: OfBlock['chain'], number: string): Promise<Found> {
  const [block, latest] = await Promise.all([
    toNullIfAbsent(wire.blockchainBlock({ chain, number })),
    wire.blockchainLatestBlock({ chain }),
  ])
  return { block, latest: latest.data.block_number }
}

/** Blocks do not change, except by a reorg. */
const [everyMs, staleMs] = [10_000, 30_000]

function Answers({ chain, number }: OfBlock) {
  const reading = useReading(() => getBlock(chain, number), { everyMs })
  return (
    <div class="grid">
      <div class="wide">
        <Panel title={`Block ${number} of ${chain}`} reading={reading} staleMs={staleMs}>
          {({ block, latest }) =>
            block === null ? (
              <Empty>
                {chain} has no block {number} yet. The latest is <BlockLink chain={chain} number={latest} />.
              </Empty>
            ) : (
              <Summary chain={chain} block={block} latest={latest} />
            )
          }
        </Panel>
      </div>
      {reading.data?.block && (
        <div class="wide">
          <TransactionsOf chain={chain} number={number} />
        </div>
      )}
    </div>
  )
}

type SummaryProps = {
  readonly chain: OfBlock['chain']
  readonly block: NonNullable<Found['block']>
  readonly latest: number
}

function Summary({ chain, block, latest }: SummaryProps) {
  const { number, hash, miner } = block
  const unknown = useUnknown(chain)
  return (
    <>
      <p class="tools">
        {number > 0 && (
          <span>
            ← <BlockLink chain={chain} number={number - 1} />
          </span>
        )}
        {number < latest ? (
          <span>
            <BlockLink chain={chain} number={number + 1} /> →
          </span>
        ) : (
          <span class="quiet">{unknown ?? 'This is the latest block.'}</span>
        )}
      </p>
      <Facts facts={listFacts(block, latest)} />
      <Facts
        whole
        facts={[
          hash !== null && ['Hash', <Copyable text={hash} />],
          miner !== null && ['Built by', <AddressLink chain={chain} address={miner} full />],
        ]}
      />
      {toWatched(chain) !== undefined && (
        <p class="note wraps">
          The node finds MEV in pending transactions. To find it in this block, run{' '}
          <code>
            outrigger mev inspect {chain} {number}
          </code>
          .
        </p>
      )}
    </>
  )
}

function listFacts(block: SummaryProps['block'], latest: number): readonly Fact[] {
  const { number, timestamp, transactions, gas_used, gas_limit, base_fee } = block
  const share = gas_used !== null && gas_limit ? `, ${formatPercent(gas_used / gas_limit)} of the limit` : ''
  return [
    ['Time', timestamp === null ? 'unknown' : formatFullTime(timestamp)],
    ['Newer blocks', formatCount(Math.max(0, latest - number))],
    ['Transactions', formatCount(transactions)],
    gas_used !== null && ['Gas used', `${gas_used.toLocaleString('en')}${share}`],
    base_fee !== null && ['Base fee', formatQuantity(base_fee)],
  ]
}

const limit = 50

function TransactionsOf({ chain, number }: OfBlock) {
  const [offset, setOffset] = useState(0)
  const reading = useReading(() => wire.blockchainBlockTransactions({ chain, number, limit, offset }), {
    everyMs,
    of: [offset],
  })
  return (
    <Panel
      title="Transactions"
      reading={reading}
      staleMs={staleMs}
      empty={({ data }) => data.total === 0 && 'The block has no transactions.'}
    >
      {({ data: { transactions, total } }) => (
        <>
          {total > limit && (
            <Pager
              text={`${formatCount(offset + 1)} to ${formatCount(offset + transactions.length)} of ${formatCount(total)}`}
              words={['Previous', 'Next']}
              onBack={offset > 0 ? () => setOffset(offset - limit) : undefined}
              onForward={offset + limit < total ? () => setOffset(offset + limit) : undefined}
            />
          )}
          <Transactions label="Transactions" chain={chain} rows={transactions} hasBlocks={false} />
        </>
      )}
    </Panel>
  )
}
