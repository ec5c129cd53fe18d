import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { PageChain, useUnknown } from '../data/outages.ts'

type EmptyProps = {
  /** The chain of the data. @default the chain of the page */
  readonly chain?: string | undefined
  readonly children: ComponentChildren
}

/** Says that there is nothing to show, or why that is unknown. */
export function Empty({ chain, children }: EmptyProps) {
  const pageChain = useContext(PageChain)
  return <p class="empty">{useUnknown(chain ?? pageChain) ?? children}</p>
}
