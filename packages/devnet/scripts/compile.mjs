// Compiles our contracts, and the one npm package that ships source without bytecode, into artifacts/. Skips what is
// up to date. Run by `npm run build`, and by startDevnet when a test runs without a build.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
const artifacts = join(root, 'artifacts')

const units = [
  { compiler: 'solc', directory: join(root, 'contracts'), prefix: '', evmVersion: 'cancun', wanted: () => true },
  {
    compiler: 'solc-0.6',
    directory: join(dirname(require.resolve('@sushiswap/core/package.json')), 'contracts/uniswapv2'),
    prefix: 'Sushi',
    evmVersion: 'istanbul',
    wanted: (name) => /^UniswapV2(Factory|Pair|Router02)$/.test(name),
  },
]

async function readSources(directory) {
  const names = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.sol')).sort()
  return Promise.all(names.map(async (name) => [name, { content: await readFile(join(directory, name), 'utf8') }]))
}

function compile({ compiler, evmVersion, prefix, wanted }, sources) {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion,
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(require(compiler).compile(JSON.stringify(input)))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return Object.values(output.contracts)
    .flatMap((file) => Object.entries(file))
    .filter(([name, { evm }]) => wanted(name) && evm.bytecode.object !== '')
    .map(([name, { abi, evm }]) => [`${prefix}${name}.json`, { abi, bytecode: `0x${evm.bytecode.object}` }])
}

const startedAt = Date.now()
const inputs = await Promise.all(
  units.map(async (unit) => {
    const sources = await readSources(unit.directory)
    return { unit, sources, version: require(`${unit.compiler}/package.json`).version }
  }),
)
const self = await readFile(fileURLToPath(import.meta.url), 'utf8')
const hash = createHash('sha256')
  .update(JSON.stringify([self, inputs.map(({ sources, version }) => [version, sources])]))
  .digest('hex')
const isCurrent = async () => (await readFile(join(artifacts, 'hash'), 'utf8').catch(() => undefined)) === hash

if (await isCurrent()) {
  // Newer than its sources again, which is what a runtime looks at.
  await utimes(join(artifacts, 'hash'), new Date(), new Date())
} else {
  process.stderr.write('Compiling contracts …\n')
  // Renamed at the end: a reader sees all of it or nothing.
  const draft = join(root, '.cache', `artifacts.${process.pid}`)
  await mkdir(draft, { recursive: true })
  for (const { unit, sources } of inputs) {
    for (const [file, artifact] of compile(unit, sources)) await writeFile(join(draft, file), JSON.stringify(artifact))
  }
  await writeFile(join(draft, 'hash'), hash)
  // Whoever was quicker has the same result, and others may be reading it.
  if (await isCurrent()) await rm(draft, { recursive: true })
  else {
    await rm(artifacts, { recursive: true, force: true })
    await rename(draft, artifacts).catch(() => rm(draft, { recursive: true, force: true }))
  }
  process.stderr.write(`Compiled into ${relative(process.cwd(), artifacts)} in ${Date.now() - startedAt} ms\n`)
}
