import type { TestProject } from 'vitest/node'

/** Says at the end of a run, whatever its reporters, how many tests were skipped and why. */
export default function sumUpSkipped({ vitest }: TestProject): () => void {
  return () => {
    const counts = new Map<string, number>()
    for (const module of vitest.state.getTestModules())
      for (const test of module.children.allTests('skipped')) {
        const result = test.result()
        // A test that the command line filters out has no note.
        if (result.state === 'skipped' && result.note) counts.set(result.note, (counts.get(result.note) ?? 0) + 1)
      }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (total === 0) return
    const lines = [...counts].map(([note, count]) => `  ${count} ${note}`)
    process.stderr.write(`\n${total} tests SKIPPED:\n${lines.join('\n')}\n`)
  }
}
