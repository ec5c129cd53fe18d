import { useEffect, useRef } from 'preact/hooks'
import { toLink } from '../data/route.ts'

/** The search of the header. The key `/` moves the focus to it. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea')
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    const text = input.current?.value.trim() ?? ''
    if (text === '') return
    location.hash = toLink('search', text)
    if (input.current === null) return
    input.current.value = ''
    input.current.blur()
  }
  return (
    <search>
      <form class="search" onSubmit={submit}>
        <input
          ref={input}
          type="search"
          aria-label="Search"
          placeholder="Address, transaction, block, token, ENS name or alert"
          title="Press / to search"
        />
      </form>
    </search>
  )
}
