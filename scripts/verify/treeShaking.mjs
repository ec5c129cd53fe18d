import { build } from 'esbuild'
import { check, expectTrue, say } from './check.mjs'

/** Maximum size in bytes of a minified bundle that imports one function, without viem. */
const limits = [
  { name: 'getGasPrice', from: '@outrigger/oracle', most: 70_000 },
  { name: 'createDecoder', from: '@outrigger/calldata', most: 40_000 },
]

/** Checks the bundle size when one function is imported from the packages installed in `project`. */
export async function checkTreeShaking(project) {
  for (const { name, from, most } of limits) {
    const { outputFiles } = await build({
      stdin: { contents: `export { ${name} } from '${from}'`, resolveDir: project },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
      external: ['viem', 'viem/*'],
    })
    const [{ contents }] = outputFiles
    check(`tree-shaking: ${name} alone takes at most ${most / 1000} kB`, () => {
      say(`      ${(contents.length / 1000).toFixed(1)} kB`)
      expectTrue(contents.length <= most, `it takes ${contents.length} bytes`)
    })
  }
}
