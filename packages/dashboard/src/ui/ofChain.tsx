import type { ComponentChildren } from 'preact'
import { useNodeChains } from '../data/chains.ts'
import { PageChain } from '../data/outages.ts'
import { toLink } from '../data/route.ts'
import { Choice } from './choice.tsx'

type OfChainProps<T extends string> = {
  /** Id of the page, as in its URL. */
  readonly page: string
  readonly possible: readonly T[]
  /** The chain in the URL. */
  readonly wanted: string | undefined
  /** Returns why the page does not cover a chain. */
  readonly why?: (chain: string) => string
  /** Additional controls, shown after the choice of the chain. */
  readonly tools?: ComponentChildren
  readonly children: (chain: T) => ComponentChildren
}

/** A page about one chain: the chain in the URL, or else the node's first chain. Lets the user choose another chain. */
export function OfChain<T extends string>({ page, possible, wanted, why, tools, children }: OfChainProps<T>) {
  const present = useNodeChains(possible)
  if (present === undefined)
    return (
      <div class="panel">
        <p class="waiting">Waiting for the node …</p>
      </div>
    )
  const chain = wanted ? possible.find((one) => one === wanted) : present[0]
  if (wanted && chain === undefined)
    return <NotCovered page={page} wanted={wanted} chains={present} why={why?.(wanted)} />
  if (chain === undefined)
    return (
      <p class="empty">
        No provider of {possible.slice(0, -1).join(', ')} or {possible.at(-1)} is configured. Start the node with --rpc,
        or with --devnet.
      </p>
    )
  return (
    <>
      <div class="tools">
        <Choice
          label="Chain"
          options={present.includes(chain) ? present : [chain, ...present]}
          value={chain}
          onChange={(next) => {
            location.hash = toLink(page, next)
          }}
        />
        {tools}
      </div>
      <PageChain.Provider value={chain}>{children(chain)}</PageChain.Provider>
    </>
  )
}

type NotCoveredProps = {
  readonly page: string
  readonly wanted: string
  readonly chains: readonly string[]
  readonly why: string | undefined
}

function NotCovered({ page, wanted, chains, why }: NotCoveredProps) {
  return (
    <p class="empty">
      This page does not cover “{wanted}”{why !== undefined && `: ${why}`}. Links to other pages keep {wanted}.{' '}
      {chains.length === 0 ? 'The node has no provider of a chain that it covers.' : 'It covers:'}{' '}
      {chains.map((chain) => (
        <>
          <a key={chain} href={toLink(page, chain)}>
            {chain}
          </a>{' '}
        </>
      ))}
    </p>
  )
}
