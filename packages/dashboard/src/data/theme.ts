import { useEffect, useState } from 'preact/hooks'

/** `system` follows the setting of the operating system. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'outrigger-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const changed = new EventTarget()

/** Returns the theme that the user chose. */
export function readTheme(): Theme {
  const stored = localStorage.getItem(key)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Sets the colors of the page to the chosen theme, and again when the operating system changes its setting. */
export function applyTheme(): void {
  const theme = readTheme()
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  changed.dispatchEvent(new Event('change'))
}
dark.addEventListener('change', applyTheme)

/** Calls `onChange` after each change of the colors. Returns a function that stops it. */
export function watchTheme(onChange: () => void): () => void {
  changed.addEventListener('change', onChange)
  return () => changed.removeEventListener('change', onChange)
}

/** Returns the chosen theme and a function that stores another choice. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme)
  useEffect(() => watchTheme(() => setTheme(readTheme())), [])
  return [
    theme,
    (next) => {
      localStorage.setItem(key, next)
      applyTheme()
    },
  ]
}
