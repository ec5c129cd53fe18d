import { wire } from '../../data/client.ts'
import { shorten } from '../../data/format.ts'
import { useReading } from '../../data/reading.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Positions } from '../liquidations/positions.tsx'

type PositionsProps = {
  readonly chain: Parameters<typeof wire.defiPositionHealth>[0]['chain']
  readonly address: string
}

/** Lending positions of an address, and the lenders that were not read. */
export function PositionsOf({ chain, address }: PositionsProps) {
  const reading = useReading(() => wire.defiPositionHealth({ chain, address }), { everyMs: 20_000 })
  return (
    <Panel title="Lending positions" reading={reading} staleMs={45_000}>
      {({ positions, unsupported, skipped = [] }) => (
        <>
          {positions.length === 0 ? (
            <Empty>
              {skipped.length === 0
                ? 'The address has no position with the lenders that the node reads.'
                : 'No position was found. Some lenders could not be read:'}
            </Empty>
          ) : (
            <Positions
              label="Lending positions"
              chain={chain}
              rows={positions.map((position) => ({ address, position }))}
              hasAddress={false}
            />
          )}
          {skipped.map(({ protocol, market, reason }) => (
            <p key={`${protocol} ${market}`} class="warn">
              Not read: {protocol}
              {market !== null && ` ${shorten(market)}`}: {reason}
            </p>
          ))}
          {unsupported.length > 0 && (
            <p class="quiet">The node does not read {unsupported.join(', ')}. The address may have positions there.</p>
          )}
        </>
      )}
    </Panel>
  )
}
