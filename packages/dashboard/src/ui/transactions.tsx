import { formatFullTime, formatQuantity } from '../data/format.ts'
import type { ChainTransaction } from '../data/transaction.ts'
import { AddressLink, BlockLink, TxLink } from './links.tsx'
import { Status } from './status.tsx'
import { Table } from './table.tsx'

type TransactionsProps = {
  /** Name of the table for screen readers. */
  readonly label: string
  readonly chain: string
  readonly rows: readonly ChainTransaction[]
  /** Shows the block and the time of each transaction. @default true */
  readonly hasBlocks?: boolean
  /** The address of the page, which is not a link. */
  readonly of?: string
}

/** A table of mined or pending transactions of a chain. */
export function Transactions({ label, chain, rows, hasBlocks = true, of }: TransactionsProps) {
  const address = (value: string | null, otherwise: string) => {
    if (value === null) return otherwise
    if (value.toLowerCase() === of?.toLowerCase()) return <span class="quiet">this address</span>
    return <AddressLink chain={chain} address={value} />
  }
  const blocks = [
    {
      title: 'Block',
      of: ({ block_number }: ChainTransaction) =>
        block_number === null ? 'pending' : <BlockLink chain={chain} number={block_number} />,
    },
    { title: 'Time', of: ({ timestamp }: ChainTransaction) => (timestamp === null ? '–' : formatFullTime(timestamp)) },
  ]
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ hash }) => hash}
      columns={[
        { title: 'Hash', of: ({ hash }) => <TxLink chain={chain} hash={hash} /> },
        ...(hasBlocks ? blocks : []),
        { title: 'State', of: ({ status }) => <Status of={status} isPast /> },
        { title: 'From', of: ({ from }) => address(from, '–') },
        { title: 'To', of: ({ to }) => address(to, '–') },
        { title: 'Value', right: true, of: ({ value }) => <Quantity of={value} /> },
        { title: 'Gas price', right: true, of: ({ gas_price }) => <Quantity of={gas_price} /> },
        { title: 'Gas used', right: true, of: ({ gas_used }) => gas_used?.toLocaleString('en') ?? '–' },
      ]}
    />
  )
}

/** A rounded quantity, with all its digits as a tooltip. */
function Quantity({ of }: { readonly of: string | null }) {
  return of === null ? <>–</> : <span title={of}>{formatQuantity(of)}</span>
}
