import type { ComponentChildren } from 'preact'

type FiguresProps = { readonly of: readonly (readonly [name: string, value: ComponentChildren])[] }

/** The main figures of a panel, side by side, each below its name. */
export function Figures({ of }: FiguresProps) {
  return (
    <dl class="figures">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
