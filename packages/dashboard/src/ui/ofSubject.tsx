import { chainNames } from '@outrigger/api/contract'
import { type ComponentChildren, Fragment } from 'preact'

type ChainName = (typeof chainNames)[number]
type OfSubjectProps = {
  /** Id of the page, as in its URL. */
  readonly page: string
  /** What the second segment is: `hash`. */
  readonly what: string
  /** The segments of the path after the page's id. */
  readonly rest: readonly string[]
  readonly children: (chain: ChainName, subject: string) => ComponentChildren
}

/** A page about one thing on a chain, such as a transaction. The thing is in the URL, after its chain. */
export function OfSubject({ page, what, rest: [wanted, subject], children }: OfSubjectProps) {
  const chain = chainNames.find((one) => one === wanted)
  if (chain === undefined || subject === undefined)
    return (
      <p class="empty">
        {wanted && chain === undefined ? `The node does not know the chain “${wanted}”. ` : `The link has no ${what}. `}
        Links to this page have the form{' '}
        <code>
          #/{page}/{'<chain>'}/{`<${what}>`}
        </code>
        .
      </p>
    )
  return <Fragment key={`${chain} ${subject}`}>{children(chain, subject)}</Fragment>
}
