import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Styles text for one stream, or leaves it alone where colours are not wanted. */
export type Paint = (format: Format, text: string) => string

type Colourable = { readonly isTTY?: boolean; hasColors?(): boolean }

/** Node's own judgement of a terminal (`NO_COLOR`, `FORCE_COLOR`, `TERM`); never colours into a pipe or a file. */
export function createPaint(stream: Colourable): Paint {
  const colours = stream.isTTY === true && stream.hasColors?.() === true
  return (format, text) => (colours ? styleText(format, text, { validateStream: false }) : text)
}
