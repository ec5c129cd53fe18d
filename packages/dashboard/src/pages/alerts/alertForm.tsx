import { alertMetrics, alertTypes, chainNames } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { type Alert, type AlertDraft, emptyDraft, isOfChain, toDraft, toUnit } from '../../data/alertRules.ts'
import { useNodeChains } from '../../data/chains.ts'
import { useChainNames } from '../../data/outages.ts'
import { Choice } from '../../ui/choice.tsx'
import { Input } from '../../ui/input.tsx'

type AlertFormProps = {
  /** The alert to edit. Undefined to create an alert. */
  readonly of?: Alert
  readonly submit: string
  readonly onSubmit: (draft: AlertDraft) => Promise<void>
}
type Set = (change: Partial<AlertDraft>) => void
type Part = { readonly draft: AlertDraft; readonly set: Set }

/** Form that creates or edits an alert. The type of an existing alert cannot be changed. */
export function AlertForm({ of: alert, submit, onSubmit }: AlertFormProps) {
  const toChainName = useChainNames()
  const [draft, setDraft] = useState<AlertDraft>(alert ? toDraft(alert, toChainName) : emptyDraft)
  const set: Set = (change) => setDraft((last) => ({ ...last, ...change }))
  const send = (event: Event) => {
    event.preventDefault()
    void onSubmit(draft)
  }
  return (
    <form onSubmit={send}>
      <div class="tools">
        <Input label="Name" required maxLength={200} value={draft.name} onChange={(name) => set({ name })} />
        {alert === undefined && (
          <Choice
            label="Type"
            options={alertTypes}
            value={draft.type}
            onChange={(type) => set({ type, metric: alertMetrics[type][0] ?? '' })}
          />
        )}
      </div>
      <Rule draft={draft} set={set} />
      <Receivers draft={draft} set={set} />
      <p>
        <button type="submit">{submit}</button>
      </p>
    </form>
  )
}

function Rule({ draft, set }: Part) {
  const present = useNodeChains(chainNames) ?? []
  const unit = toUnit(draft)
  // An alert may exist for a chain that the node no longer has.
  const chains = [...new Set<string>([draft.chain, ...present])]
  return (
    <fieldset>
      <legend>Rule</legend>
      <div class="tools">
        <Choice
          label="Figure"
          options={alertMetrics[draft.type]}
          value={draft.metric}
          onChange={(metric) => set({ metric })}
        />
        <Choice
          label="Condition"
          options={['above', 'below']}
          value={draft.condition}
          onChange={(condition) => set({ condition })}
        />
        <Input
          label={unit === '' ? 'Threshold' : `Threshold, ${unit}`}
          type="number"
          step="any"
          required
          value={draft.threshold}
          onChange={(threshold) => set({ threshold })}
        />
        {isOfChain(draft.type) && (
          <Choice label="Chain" options={chains} value={draft.chain} onChange={(chain) => set({ chain })} />
        )}
        {draft.type === 'price' && (
          <Input
            label="Token"
            placeholder="native"
            value={draft.symbol}
            maxLength={42}
            onChange={(symbol) => set({ symbol })}
          />
        )}
        <Input
          label="Re-arm after, %"
          type="number"
          min={0}
          max={1000}
          step="any"
          required
          value={draft.rearmPercent}
          onChange={(rearmPercent) => set({ rearmPercent })}
        />
        <Input
          label="Cool-down, s"
          type="number"
          min={0}
          max={2_592_000}
          required
          value={draft.cooldownSeconds}
          onChange={(cooldownSeconds) => set({ cooldownSeconds })}
        />
      </div>
    </fieldset>
  )
}

function Receivers({ draft, set }: Part) {
  return (
    <fieldset>
      <legend>Who is told</legend>
      <div class="tools">
        <Input
          label="Webhook"
          type="url"
          placeholder="https://"
          value={draft.webhook}
          onChange={(webhook) => set({ webhook })}
        />
        <Input label="E-mail" type="email" value={draft.email} onChange={(email) => set({ email })} />
        <label class="field row">
          <input type="checkbox" checked={draft.enabled} onChange={() => set({ enabled: !draft.enabled })} />
          Enabled
        </label>
      </div>
    </fieldset>
  )
}
