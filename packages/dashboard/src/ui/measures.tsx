import type { ComponentChildren } from 'preact'

type MeasureProps = {
  readonly name: ComponentChildren
  readonly value: ComponentChildren
  /** A line of the last values. */
  readonly line?: ComponentChildren
  readonly note?: ComponentChildren
}

/** One row of a list of measures: name, value, a line of the last values, and a note below. */
export function Measure({ name, value, line, note }: MeasureProps) {
  return (
    <li>
      <span>{name}</span>
      <strong>{value}</strong>
      {line ?? <span />}
      {note && <span class="quiet">{note}</span>}
    </li>
  )
}

export const Measures = ({ children }: { readonly children: ComponentChildren }) => <ul class="measures">{children}</ul>
