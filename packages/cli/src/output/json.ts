import { escapeControls } from '@outrigger/core/internal'

/** Returns one line of JSON. Wei and block numbers are decimal strings, because JSON numbers lose their last digits. */
export function toJson(value: unknown): string {
  return escapeControls(
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item)),
  )
}
