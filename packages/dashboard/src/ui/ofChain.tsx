import type { ComponentChildren } from 'preact'
import { useNodeChains } from '../data/chains.ts'
import { Choice } from './choice.tsx'

type OfChainProps<T extends string> = {
  /** Id of the page, as in its URL. */
  readonly page: string
  readonly possible: readonly T[]
  /** The chain in the URL. */
  readonly wanted: string | undefined
  /** Additional controls, shown after the choice of the chain. */
  readonly tools?: ComponentChildren
  readonly children: (chain: T) => ComponentChildren
}

/** A page about one chain: the chain in the URL, or else the node's first chain. Lets the user choose another chain. */
export function OfChain<T extends string>({ page, possible, wanted, tools, children }: OfChainProps<T>) {
  const present = useNodeChains(possible)
  if (present === undefined)
    return (
      <div class="panel">
        <p class="waiting">Waiting for the node …</p>
      </div>
    )
  const chain = possible.find((one) => one === wanted) ?? present[0]
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
            location.hash = `#/${page}/${next}`
          }}
        />
        {tools}
      </div>
      {children(chain)}
    </>
  )
}
