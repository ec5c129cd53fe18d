/** A change of a document's JSON text. Undefined means no document. */
export type TextChange = {
  readonly collection: string
  readonly key: string
  readonly change: (text: string | undefined, nowMs: number) => string | undefined
  /** If set, the document counts as absent while another process has locked it. */
  readonly skipLocked?: boolean
}

/** Changes that are applied atomically. */
export type Commit = readonly TextChange[]

export type DocumentText = { readonly collection: string; readonly key: string; readonly value: string | undefined }

/** Returns a map key for a document. */
export const toPlace = (collection: string, key: string): string => JSON.stringify([collection, key])

/** Applies several commits to documents, one after the other. A commit that throws changes nothing. */
export function applyCommits(commits: readonly Commit[], before: ReadonlyMap<string, DocumentText>, nowMs: number) {
  const after = new Map<string, DocumentText>()
  const failures = new Map<number, unknown>()
  for (const [index, commit] of commits.entries()) {
    const own = new Map<string, DocumentText>()
    try {
      for (const { collection, key, change } of commit) {
        const place = toPlace(collection, key)
        const current = own.get(place) ?? after.get(place) ?? before.get(place)
        own.set(place, { collection, key, value: change(current?.value, nowMs) })
      }
      for (const [place, document] of own) after.set(place, document)
    } catch (error) {
      failures.set(index, error)
    }
  }
  const changed = [...after]
    .map(([place, document]) => ({ ...document, before: before.get(place)?.value }))
    .filter(({ value, before }) => value !== before)
  return { changed, failures }
}
