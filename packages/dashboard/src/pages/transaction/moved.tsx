import type { chainNames } from '@outrigger/api/contract'
import { wire } from '../../data/client.ts'
import { useReading } from '../../data/reading.ts'
import { useTokens } from '../../data/tokens.ts'
import type { MinedTransaction } from '../../data/transaction.ts'
import { describeUnits, sumOf, toTransfer, transferTopic } from '../../data/transfers.ts'
import { AddressLink, LinkedText } from '../../ui/links.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'

type MovedProps = { readonly chain: (typeof chainNames)[number]; readonly of: MinedTransaction }

/** The tokens that a mined transaction moved, by the events of its block. */
export function Moved({ chain, of: { hash, block_number: block, from: sender } }: MovedProps) {
  const tokens = useTokens(chain)
  const reading = useReading(
    async () => {
      const logs = await wire.blockchainLogs({
        chain,
        fromBlock: String(block),
        toBlock: String(block),
        topics: transferTopic,
      })
      return logs.logs.filter((log) => log.transaction_hash === hash).flatMap((log) => toTransfer(log) ?? [])
    },
    { everyMs: 0, of: [block] },
  )
  return (
    <Panel
      title="Tokens moved"
      note="By the events of the tokens. Native currency that contracts pass on is not among them."
      reading={reading}
      empty={(transfers) => transfers.length === 0 && 'The transaction moved no ERC-20 tokens.'}
    >
      {(transfers) => (
        <>
          {sumOf(transfers, sender.toLowerCase()).map(([token, sum]) => (
            <p key={token} class="wraps">
              The sender {sum < 0n ? 'paid' : 'received'}{' '}
              <strong>
                <LinkedText chain={chain} text={describeUnits(sum < 0n ? -sum : sum, token, tokens)} />
              </strong>
              .
            </p>
          ))}
          <Table
            label="Tokens moved"
            rows={transfers}
            keyOf={(_, index) => index}
            columns={[
              { title: 'From', of: ({ from }) => <AddressLink chain={chain} address={from} /> },
              { title: 'To', of: ({ to }) => <AddressLink chain={chain} address={to} /> },
              {
                title: 'Amount',
                of: ({ amount, token }) => <LinkedText chain={chain} text={describeUnits(amount, token, tokens)} />,
              },
            ]}
          />
        </>
      )}
    </Panel>
  )
}
