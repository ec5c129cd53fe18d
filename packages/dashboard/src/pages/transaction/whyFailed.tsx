import type { chainNames } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../../data/client.ts'
import { describeFailure } from '../../data/failure.ts'
import { useReading } from '../../data/reading.ts'
import { findRevert } from '../../data/revert.ts'
import { AddressLink } from '../../ui/links.tsx'

type WhyProps = { readonly chain: (typeof chainNames)[number]; readonly hash: string }

/** Reads, on request, in which call a transaction failed and why. A trace is one of the most expensive requests. */
export function WhyFailed(props: WhyProps) {
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <Answer {...props} />
  return (
    <p>
      <button type="button" onClick={() => setAsked(true)}>
        Find out why it failed
      </button>
    </p>
  )
}

function Answer({ chain, hash }: WhyProps) {
  const { data, error } = useReading(
    async () => findRevert((await wire.blockchainTraceTransaction({ chain, hash })).data) ?? null,
    { everyMs: 0 },
  )
  if (data === undefined)
    return error === undefined ? (
      <p class="waiting">Reading the trace …</p>
    ) : (
      <p class="failure">The trace could not be read: {describeFailure(error)}</p>
    )
  if (data === null) return <p>The trace of the provider has no failed call.</p>
  return (
    <p class="warn wraps" role="status">
      Failed with {data.why}
      {data.target !== null && (
        <>
          {' '}
          in the call <code>{data.selector || 'without data'}</code> to{' '}
          <AddressLink chain={chain} address={data.target} />
        </>
      )}
      .
    </p>
  )
}
