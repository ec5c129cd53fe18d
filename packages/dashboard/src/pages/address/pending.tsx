import type { mempoolChains } from '@outrigger/api/contract'
import { client } from '../../data/client.ts'
import { toCurrency } from '../../data/currency.ts'
import { formatCount, formatNumber, formatTime } from '../../data/format.ts'
import { isOf, toEther } from '../../data/pending.ts'
import { useReading } from '../../data/reading.ts'
import { Empty } from '../../ui/empty.tsx'
import { AddressLink, TxLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'

type PendingProps = { readonly chain: (typeof mempoolChains)[number]; readonly address: string }

/** The API returns at most this number of pending transactions, and cannot filter them by address. */
const limit = 1000

/** Pending transactions that an address sends or receives. */
export function PendingOf({ chain, address }: PendingProps) {
  const reading = useReading(
    async () => {
      const { transactions, asOfMs } = await client.mempool.get(chain, { limit })
      const rows = transactions.filter((one) => isOf(one, address)).sort((a, b) => b.firstSeenMs - a.firstSeenMs)
      return { rows, searched: transactions.length, asOfMs }
    },
    { everyMs: 5000 },
  )
  return (
    <Panel title="Pending transactions" reading={reading} toDataMs={({ asOfMs }) => asOfMs ?? undefined}>
      {({ rows, searched }) => (
        <>
          {rows.length === 0 ? (
            <Empty>No pending transaction is from or to this address.</Empty>
          ) : (
            <Table
              label="Pending transactions"
              rows={rows}
              keyOf={({ transaction }) => transaction.hash}
              columns={[
                { title: 'Hash', of: ({ transaction }) => <TxLink chain={chain} hash={transaction.hash} /> },
                { title: 'Seen', of: ({ firstSeenMs }) => formatTime(firstSeenMs) },
                { title: 'Nonce', right: true, of: ({ transaction }) => transaction.nonce },
                { title: 'Type', of: ({ classification }) => classification.type.replaceAll('_', ' ') },
                { title: 'From', of: ({ transaction }) => <AddressLink chain={chain} address={transaction.from} /> },
                {
                  title: 'To',
                  of: ({ transaction: { to } }) =>
                    to === null ? 'new contract' : <AddressLink chain={chain} address={to} />,
                },
                {
                  title: `Value, ${toCurrency(chain)}`,
                  right: true,
                  of: ({ transaction }) => formatNumber(toEther(transaction.value)),
                },
                {
                  title: 'Cap, gwei',
                  right: true,
                  of: ({ transaction }) => formatNumber(Number(transaction.maxFeePerGas) / 1e9),
                },
              ]}
            />
          )}
          {searched >= limit && (
            <p class="quiet">Searched among the {formatCount(limit)} pending transactions of the highest priority.</p>
          )}
        </>
      )}
    </Panel>
  )
}
