import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Prints the URL of each resolved module, one per line. */
const hook = `import { writeSync } from 'node:fs'
export async function resolve(specifier, context, next) {
  const result = await next(specifier, context)
  writeSync(1, result.url + '\\n')
  return result
}`

it('Importing core loads no more of its dependencies than viem: neither viem/chains nor undici nor ws', () => {
  const index = new URL('./index.ts', import.meta.url).href
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)}); await import('${index}')`
  const args = ['--import', 'tsx', '--conditions', '@outrigger/source', '--input-type=module', '-e', register]
  const cwd = fileURLToPath(new URL('../../..', import.meta.url))
  const urls = execFileSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 60_000 }).split('\n')
  expect(urls.some((url) => url.includes('/node_modules/viem/_esm/index.js'))).toBe(true)
  expect(
    urls.filter((url) => /node_modules\/(?:undici|ws)\/|viem\/_esm\/(?:chains|op-stack|celo|zksync|linea)\//.test(url)),
  ).toEqual([])
})
