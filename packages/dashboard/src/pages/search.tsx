import { chainNames } from '@outrigger/api/contract'
import { useEffect } from 'preact/hooks'
import { useNodeChains } from '../data/chains.ts'
import { useReading } from '../data/reading.ts'
import { search } from '../data/search.ts'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import type { PageProps } from './page.ts'

/** Finds addresses, transactions, blocks, tokens and alerts. A single result opens at once. */
export function Search({ rest: [text = ''] }: PageProps) {
  const chains = useNodeChains(chainNames)
  if (text === '')
    return <p class="empty">Type an address, a hash, a block number, a token or an alert in the search.</p>
  if (chains === undefined) return <p class="waiting">Waiting for the node …</p>
  return <Results text={text} chains={chains} />
}

function Results({ text, chains }: { readonly text: string; readonly chains: typeof chainNames }) {
  const reading = useReading(() => search(text, chains), { everyMs: 0, of: [text, chains] })
  const { found = [], failures = [] } = reading.data ?? {}
  // If a chain does not answer, the only result may not be the one that was meant.
  const only = found.length === 1 && failures.length === 0 ? found[0] : undefined
  useEffect(() => {
    if (only !== undefined) location.replace(only.link)
  }, [only])
  return (
    <Panel title={`Results for “${text}”`} reading={reading} staleMs={Number.POSITIVE_INFINITY}>
      {({ found, failures }) => (
        <>
          {failures.map((failure) => (
            <p key={failure} class="warn">
              Not known, {failure}
            </p>
          ))}
          {found.length === 0 ? (
            <p class="empty">
              Nothing is found on {chains.join(', ') || 'this node, which has no chain'}. Enter a full address or hash,
              a block number, a name that ends in .eth, the beginning of a token's symbol or address, or a part of an
              alert's name.
            </p>
          ) : (
            <Table
              label="Results"
              rows={found}
              keyOf={({ link }) => link}
              columns={[
                { title: 'Result', of: ({ title, link }) => <a href={link}>{title}</a> },
                { title: 'Details', of: ({ detail }) => detail },
              ]}
            />
          )}
        </>
      )}
    </Panel>
  )
}
