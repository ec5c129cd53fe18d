import { useState } from 'preact/hooks'
import { wire } from '../../data/client.ts'
import { useEach } from '../../data/each.ts'
import { describeFailure } from '../../data/failure.ts'
import { shorten } from '../../data/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Positions } from './positions.tsx'

type Chain = Parameters<typeof wire.defiPositionHealth>[0]['chain']

/** Positions of the addresses that the user enters, at any size and health factor. */
export function AddressPositions({ chain }: { readonly chain: Chain }) {
  const [entered, setEntered] = useState<readonly string[]>([])
  const reading = useEach(entered, (address) => wire.defiPositionHealth({ chain, address }), 20_000)
  const rows = (reading.data ?? []).flatMap(({ chain: address, value }) =>
    (value?.positions ?? []).map((position) => ({ address, position })),
  )
  return (
    <Panel title="Positions of an address" reading={reading} staleMs={45_000}>
      <AddressForm onAdd={(address) => setEntered([address, ...entered.filter((one) => one !== address)])} />
      {reading.data?.map(
        ({ chain: address, error }) =>
          error !== undefined && (
            <p key={address} class="failure">
              {shorten(address)}: {describeFailure(error)}
            </p>
          ),
      )}
      {rows.length === 0 ? (
        <p class="empty">
          {entered.length === 0 ? 'No address yet: enter one.' : 'No position with the lenders of this chain.'}
        </p>
      ) : (
        <Positions label="Positions of addresses" chain={chain} rows={rows} />
      )}
    </Panel>
  )
}

function AddressForm({ onAdd }: { readonly onAdd: (address: string) => void }) {
  const [address, setAddress] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    onAdd(address.trim().toLowerCase())
    setAddress('')
  }
  return (
    <form class="tools" onSubmit={submit}>
      <label class="field">
        <span>Address</span>
        <input
          required
          pattern="\s*0x[0-9a-fA-F]{40}\s*"
          value={address}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
        />
      </label>
      <button type="submit">Add</button>
    </form>
  )
}
