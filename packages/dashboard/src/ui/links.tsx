import { useState } from 'preact/hooks'
import { shorten } from '../data/format.ts'
import { toLink } from '../data/route.ts'

type LinkProps = {
  readonly chain: string
  /** Shows the whole value with a button that copies it. @default the shortened value, and the whole value as a tooltip */
  readonly full?: boolean
}

export const TxLink = ({ hash, ...props }: LinkProps & { readonly hash: string }) => (
  <HexLink page="tx" value={hash} {...props} />
)

export const AddressLink = ({ address, ...props }: LinkProps & { readonly address: string }) => (
  <HexLink page="address" value={address} {...props} />
)

export const BlockLink = ({ chain, number }: { readonly chain: string; readonly number: number | bigint }) => (
  <a href={toLink('block', chain, String(number))}>{String(number)}</a>
)

function HexLink({ page, chain, value, full = false }: LinkProps & { readonly page: string; readonly value: string }) {
  const link = (
    <a href={toLink(page, chain, value)} title={full ? undefined : value}>
      <code>{full ? value : shorten(value)}</code>
    </a>
  )
  if (!full) return link
  return (
    <>
      {link} <CopyButton text={value} />
    </>
  )
}

/** A value with a button that copies it. */
export const Copyable = ({ text }: { readonly text: string }) => (
  <>
    <code class="wraps">{text}</code> <CopyButton text={text} />
  </>
)

/** Copies a text. `name` describes the text for screen readers if they should not read all of it. */
export function CopyButton({ text, name = text }: { readonly text: string; readonly name?: string }) {
  const [word, setWord] = useState('Copy')
  // Browsers offer the clipboard only to pages from https and from this machine.
  if (navigator.clipboard === undefined) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setWord('Copied'),
      () => setWord('Not copied: the browser does not allow it'),
    )
  return (
    <button type="button" class="copy" aria-label={`${word} ${name}`} onClick={() => void copy()}>
      {word}
    </button>
  )
}

const anAddress = /(\b0x[\da-f]{40}\b)/i

/** A text in which each address is a link. */
export function LinkedText({ chain, text }: { readonly chain: string; readonly text: string }) {
  return (
    <>
      {text
        .split(anAddress)
        .map((part, index) => (index % 2 === 1 ? <AddressLink key={index} chain={chain} address={part} /> : part))}
    </>
  )
}
