import type { Outrigger } from '@outrigger/api'
import { useState } from 'preact/hooks'
import type { KnownTokens } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import { describeLeg, describeLoss, describeSwap, describeTotal, toVariable } from '../../data/exposure.ts'
import { describeFailure } from '../../data/failure.ts'
import { useReading } from '../../data/reading.ts'
import { describeUnits } from '../../data/transfers.ts'
import { Table } from '../../ui/table.tsx'

type Question = Parameters<Outrigger['mev']['getExposure']>
type ExposureProps = {
  readonly chain: Question[0]
  /** Returns the transaction: its hash, or its fields if it was not sent. */
  readonly toTransaction: () => Question[1] | Promise<Question[1]>
  /** Returns the fields of a transaction that may be mined before the answer. */
  readonly toCall?: () => Question[1]
  readonly tokens: KnownTokens
  /** Whether the transaction can still be sandwiched. Otherwise the result is about the same call now. @default true */
  readonly isPending?: boolean
}
type Reading = Awaited<ReturnType<Outrigger['mev']['getExposure']>>
type Swap = Reading['swaps'][number]

/** Computes, on request, what a sandwich could take from a transaction and what protects it. */
export function Exposure({ isPending = true, ...props }: ExposureProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <h3>Sandwich exposure</h3>
      {!isPending && <p class="quiet">The transaction is no longer pending. This judges the same call if sent now.</p>}
      {isAsked ? (
        <Answer {...props} isPending={isPending} />
      ) : (
        <button type="button" onClick={() => setAsked(true)}>
          Compute what a sandwich could take
        </button>
      )}
    </>
  )
}

async function ask({ chain, toTransaction, toCall }: Omit<ExposureProps, 'tokens'>): Promise<Reading> {
  const transaction = await toTransaction()
  try {
    return await client.mev.getExposure(chain, transaction)
  } catch (error) {
    // It was mined since the page was read.
    const isMined = 'hash' in transaction && (error as { readonly status?: number }).status === 400
    if (!isMined || toCall === undefined) throw error
    return client.mev.getExposure(chain, toCall())
  }
}

function Answer({ tokens, isPending, ...question }: ExposureProps) {
  const { chain } = question
  const { data, error } = useReading(() => ask(question), { everyMs: 0 })
  if (data === undefined)
    return error === undefined ? (
      <p class="waiting">Reading the pools …</p>
    ) : (
      <p class="failure">{describeFailure(error)}</p>
    )
  return (
    <>
      <p class="quiet">On the pools at block {String(data.blockNumber)}:</p>
      {data.reverts && (
        <p class="warn">
          {isPending
            ? 'The transaction would revert.'
            : 'The same call would revert now, so what a sandwich could have taken is unknown.'}
        </p>
      )}
      <Losses of={data} chain={chain} tokens={tokens} />
      {data.gaps.map(({ message }) => (
        <p key={message} class="quiet wraps">
          {message}
        </p>
      ))}
      <Relays of={data.protectedRelays} />
    </>
  )
}

function Relays({ of: relays }: { readonly of: Reading['protectedRelays'] }) {
  if (relays.length === 0) return <p class="quiet">No relay of this chain is known to keep transactions private.</p>
  return (
    <p class="wraps">
      Private relays:{' '}
      {relays.map(({ name, configured }) => (configured ? `${name} (used by this node)` : name)).join(', ')}
    </p>
  )
}

type LossesProps = { readonly of: Reading; readonly chain: string; readonly tokens: KnownTokens }

/** One statement for the transaction. Its legs have no limit of their own if they share one. */
function Losses({ of: { swaps, total }, chain, tokens }: LossesProps) {
  const terms = { chain, tokens }
  const [only] = swaps
  if (only === undefined) return null
  if (swaps.length === 1) return <p class="wraps">{describeSwap(only, terms)}</p>
  return (
    <>
      {total && <p class="wraps">{describeTotal(total, terms)}</p>}
      <Table
        label="Legs of the transaction"
        rows={swaps}
        keyOf={(_, index) => index}
        columns={[
          { title: 'Leg', of: (swap) => describeLeg(swap, swaps.indexOf(swap), swaps.length, tokens) },
          {
            title: 'Could be taken from this leg alone',
            right: true,
            of: (swap) => describeLoss(swap, toVariable(swap), terms),
          },
          ...(total === null
            ? [
                {
                  title: 'Safe limit of this leg',
                  right: true,
                  of: (swap: Swap) => describeUnits(swap.safeLimit, toVariable(swap), tokens),
                },
              ]
            : []),
        ]}
      />
      <p class="quiet">
        {total
          ? 'The legs share one limit, so their losses do not add up.'
          : 'A limit in this table is that of one leg, not of the transaction.'}
      </p>
    </>
  )
}
