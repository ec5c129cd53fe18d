import { useRef, useState } from 'preact/hooks'

/** Handlers for the element with the rows. */
type Holders = { readonly onPointerEnter: () => void; readonly onPointerLeave: () => void }

/**
 * Keeps a value while the pointer is on its element: a row that changes under the pointer would open another page. A change of `of`,
 * such as that of a filter, shows the newest value.
 */
export function useHeld<T>(
  value: T,
  of: unknown,
): { readonly shown: T; readonly isHeld: boolean; readonly holders: Holders } {
  const [isHeld, setHeld] = useState(false)
  const last = useRef({ value, of })
  if (!isHeld || last.current.of !== of) last.current = { value, of }
  const holders = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) }
  return { shown: last.current.value, isHeld, holders }
}
