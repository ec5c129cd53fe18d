// Compiles what does not come compiled: our contracts, and npm packages that ship sources only (fetchContracts.mjs). Each
// unit is compiled once for all clones of a user, in the cache folder, and copied to a folder of artifacts/ if that is
// not up to date. `compile.mjs [unit …]` compiles all units without a name. Code that needs a unit runs it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from './cacheFolder.mjs'
import { contractsFolder } from './contractPackages.mjs'
import { fetchContracts } from './fetchContracts.mjs'
import { copyTo, exitWith, makeFolder, makeOnce, say } from './shared.mjs'

const require = createRequire(import.meta.url)
const self = fileURLToPath(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
const sushi = '@sushiswap/core/contracts/uniswapv2'
const aave = '@aave-dao/aave-v3-origin/src/contracts'
const aaveNames = [
  ...['Pool', 'PoolConfigurator', 'AToken', 'VariableDebtToken'].map((name) => `instances/${name}Instance`),
  ...['PoolAddressesProvider', 'ACLManager'].map((name) => `protocol/configuration/${name}`),
  ...['Borrow', 'Supply', 'Liquidation', 'FlashLoan', 'Pool', 'Configurator'].map((name) => {
    return `protocol/libraries/logic/${name}Logic`
  }),
  ...['misc/AaveOracle', 'misc/DefaultReserveInterestRateStrategyV2', 'helpers/AaveProtocolDataProvider'],
]
const runs200 = { optimizer: { enabled: true, runs: 200 } }

const units = {
  own: {
    compiler: '0.8.30',
    entries: async () => (await readdir(join(root, 'contracts'))).map((name) => `contracts/${name}`).sort(),
    settings: { ...runs200, evmVersion: 'cancun' },
  },
  sushi: {
    compiler: '0.6.12',
    entries: async () => ['Factory', 'Pair', 'Router02'].map((name) => `${sushi}/UniswapV2${name}.sol`),
    settings: { ...runs200, evmVersion: 'istanbul' },
  },
  // As in its foundry.toml.
  morpho: {
    compiler: '0.8.19',
    entries: async () => ['@morpho-org/morpho-blue/src/Morpho.sol'],
    settings: { optimizer: { enabled: true, runs: 999_999 }, viaIR: true, evmVersion: 'paris' },
  },
  aaveV36: {
    compiler: '0.8.30',
    entries: async () => aaveNames.map((name) => `${aave}/${name}.sol`),
    settings: { ...runs200, evmVersion: 'shanghai' },
    // Its remappings.txt.
    remap: (name) =>
      name
        .replace(/^openzeppelin-(contracts(?:-upgradeable)?)\/contracts\//, '@openzeppelin/$1/')
        .replace(/^solidity-utils\//, '@bgd-labs/solidity-utils/src/'),
  },
}

/** Returns the path of a source unit: in this package, or in one of the fetched packages. */
const toFile = (name) => join(name.startsWith('contracts/') ? root : contractsFolder(), name)

/** Returns the entries and all files that they import, in the form that the Solidity compiler requires. */
async function readSources(entries, remap = (name) => name) {
  const sources = {}
  const queue = [...entries]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (sources[name]) continue
    const content = await readFile(toFile(remap(name)), 'utf8')
    sources[name] = { content }
    for (const [, path] of content.matchAll(/^\s*(?:import|\}\s*from)\b[^'";]*['"]([^'"]+)['"]/gm)) {
      queue.push(path.startsWith('.') ? posix.join(dirname(name), path) : path)
    }
  }
  return Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function compile(compiler, input, entries) {
  const { cwrap } = require(join(contractsFolder(), `solc-${compiler}`, 'soljson.js'))
  // The last two arguments would be a callback for imports and its context. All sources are in the input.
  const compileStandard = cwrap('solidity_compile', 'string', ['string', 'number', 'number'])
  const output = JSON.parse(compileStandard(JSON.stringify(input), 0, 0))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return entries
    .flatMap((entry) => Object.entries(output.contracts[entry] ?? {}))
    .filter(([, { evm }]) => evm.bytecode.object !== '')
    .map(([name, { abi, evm }]) => {
      const { object, linkReferences } = evm.bytecode
      return [`${name}.json`, { abi, bytecode: `0x${object}`, linkReferences }]
    })
}

async function toInput(unit) {
  const { compiler, entries: toEntries, settings, remap } = units[unit]
  const entries = await toEntries()
  const output = { '*': ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences'] }
  const outputSelection = Object.fromEntries(entries.map((entry) => [entry, output]))
  const sources = await readSources(entries, remap)
  const input = { language: 'Solidity', sources, settings: { ...settings, outputSelection } }
  const hash = createHash('sha256')
    .update(JSON.stringify([compiler, entries, input]))
    .digest('hex')
  return { compiler, entries, input, hash }
}

async function build(unit) {
  const { compiler, entries, input, hash } = await toInput(unit)
  const artifacts = join(root, 'artifacts', unit)
  const isCurrent = async () => (await readFile(join(artifacts, 'hash'), 'utf8').catch(() => undefined)) === hash
  if (await isCurrent()) {
    // Newer than its sources again, which is what a runtime looks at.
    await utimes(join(artifacts, 'hash'), new Date(), new Date())
    return
  }
  const shared = join(cacheFolder(), 'contracts', `${unit}-${hash.slice(0, 32)}`)
  const compileInto = async (draft) => {
    const startedAt = Date.now()
    say(`Compiling contracts (${unit}), once for all clones …`)
    for (const [file, artifact] of compile(compiler, input, entries)) {
      await writeFile(join(draft, file), JSON.stringify(artifact))
    }
    await writeFile(join(draft, 'hash'), hash)
    say(`Compiled contracts (${unit}) in ${Math.round((Date.now() - startedAt) / 1000)} s`)
  }
  await makeOnce(shared, compileInto, () => {
    say(`Another process compiles contracts (${unit}), waiting for it …`)
  })
  await mkdir(dirname(artifacts), { recursive: true })
  if (await isCurrent()) return
  await rm(artifacts, { recursive: true, force: true })
  await makeFolder(artifacts, copyTo(shared))
  // Copied, hence as old as the copy in the cache may be.
  await utimes(join(artifacts, 'hash'), new Date(), new Date())
}

const [first, ...others] = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(units)
await fetchContracts().catch(exitWith)
// A process each: a compiler keeps its core and its memory to the end.
const children = others.map(
  (unit) =>
    new Promise((resolve) => {
      spawn(process.execPath, [self, unit], { stdio: 'inherit' }).once('close', resolve)
    }),
)
await build(first)
if ((await Promise.all(children)).some((code) => code !== 0)) process.exitCode = 1
