import type { ComponentChildren } from 'preact'

/** A name and its value. False is not shown. */
export type Fact = readonly [name: string, value: ComponentChildren] | false

type FactsProps = {
  readonly facts: readonly Fact[]
  /** Gives each fact a line of its own, for long values. */
  readonly whole?: boolean
}

/** A list of names and values. */
export function Facts({ facts, whole = false }: FactsProps) {
  return (
    <dl class={whole ? 'facts whole' : 'facts'}>
      {facts
        .filter((fact) => fact !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
