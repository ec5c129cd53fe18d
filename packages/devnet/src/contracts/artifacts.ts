import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OutriggerError } from '@outrigger/core'
import type { Abi, Address, Hex } from 'viem'
import { contractsFolder } from '../../scripts/contractPackages.mjs'

export type Artifact = {
  readonly abi: Abi
  /** Creation code. It has placeholders for libraries until `linkArtifact` fills them. */
  readonly bytecode: Hex
  readonly linkReferences?: LinkReferences
}

/** Addresses of a contract's libraries. */
export type Libraries = Readonly<Record<string, Address>>

type RawArtifact = {
  readonly abi?: Abi
  /** Creation code. Forge stores it in an object. */
  readonly bytecode?: string | { readonly object: string }
  readonly evm?: { readonly bytecode: { readonly object: string } }
  readonly linkReferences?: LinkReferences
}
type LinkReferences = Readonly<Record<string, Readonly<Record<string, readonly { start: number; length: number }[]>>>>

const require = createRequire(import.meta.url)
const compiledDirectory = fileURLToPath(new URL('../../artifacts', import.meta.url))
const sourceDirectory = fileURLToPath(new URL('../../contracts', import.meta.url))
const compileScript = fileURLToPath(new URL('../../scripts/compile.mjs', import.meta.url))
const packageList = fileURLToPath(new URL('../../scripts/contractPackages.mjs', import.meta.url))
const fetchScript = fileURLToPath(new URL('../../scripts/fetchContracts.mjs', import.meta.url))

/**
 * Reads an artifact of an npm package, e.g. `npmArtifact('@uniswap/v2-core/build/UniswapV2Pair.json')`. Fetches the
 * packages if they are missing. A new package or path needs an entry in `scripts/contractPackages.mjs`.
 *
 * @throws {FetchContractsError}
 */
export function npmArtifact(specifier: string): Artifact {
  const raw = readContractFile(specifier)
  const code = raw.evm?.bytecode ?? raw.bytecode ?? ''
  const bytecode = (typeof code === 'string' ? code : code.object).replace(/^0x/, '')
  return { abi: raw.abi ?? [], bytecode: `0x${bytecode}`, linkReferences: raw.linkReferences ?? {} }
}

/** @throws {UnlinkedLibraryError} */
export function linkArtifact({ abi, bytecode, linkReferences = {} }: Artifact, libraries: Libraries): Artifact {
  let linked: string = bytecode
  for (const [name, places] of Object.values(linkReferences).flatMap((file) => Object.entries(file))) {
    const address = libraries[name]
    if (!address) throw new UnlinkedLibraryError(name)
    for (const { start, length } of places) {
      // Positions count bytes: skip the two characters of `0x` and two per byte.
      linked = linked.slice(0, 2 + start * 2) + address.slice(2).toLowerCase() + linked.slice(2 + (start + length) * 2)
    }
  }
  return { abi, bytecode: linked as Hex }
}

/**
 * Reads an artifact written by `scripts/compile.mjs`, e.g. `compiledArtifact('own/PriceFeed')`. Compiles it if it is
 * missing.
 *
 * @throws {CompileError}
 */
export function compiledArtifact(path: `${CompileUnit}/${string}`): Artifact {
  const unit = path.slice(0, path.indexOf('/')) as CompileUnit
  if (!isCompiled(unit)) {
    const { status } = spawnSync(process.execPath, [compileScript, unit], { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new CompileError(status)
  }
  const { abi = [], bytecode, linkReferences = {} } = readJson(join(compiledDirectory, `${path}.json`))
  return { abi, bytecode: bytecode as Hex, linkReferences }
}

/** Returns Permit2's runtime code with the immutables of the canonical address. The contract handles another chain id. */
export function permit2Runtime(): Hex {
  return readContractFile('@1inch/solidity-utils/dist/src/permit2.json').bytecode as Hex
}

/** Returns Multicall3's creation code, which viem contains but does not export. */
export function multicall3Creation(): Hex {
  const constants = join(dirname(require.resolve('viem')), 'constants/contracts.js')
  return (require(constants) as { multicall3Bytecode: Hex }).multicall3Bytecode
}

/** The units that `scripts/compile.mjs` compiles. */
export type CompileUnit = 'own' | 'sushi' | 'morpho' | 'aaveV36'

/**
 * Compiles the contracts of units that changed since the last time. Runs in a separate process, because solc blocks the
 * event loop for seconds and installs global handlers.
 *
 * @throws {CompileError}
 */
export async function ensureCompiled(...units: readonly CompileUnit[]): Promise<void> {
  await Promise.all(
    units
      .filter((unit) => !isCompiled(unit))
      .map((unit) => {
        const running = compiling.get(unit) ?? compile(unit).finally(() => compiling.delete(unit))
        compiling.set(unit, running)
        return running
      }),
  )
}

/**
 * Fetches the npm packages with contracts if they are not in the user's cache folder.
 *
 * @throws {FetchContractsError}
 */
export async function ensureFetched(): Promise<void> {
  if (existsSync(contractsFolder())) return
  fetching ??= fetchContracts().finally(() => {
    fetching = undefined
  })
  await fetching
}

let fetching: Promise<void> | undefined

async function fetchContracts(): Promise<void> {
  const code = await runScript(fetchScript)
  if (code !== 0) throw new FetchContractsError(code)
}

const compiling = new Map<CompileUnit, Promise<void>>()

async function compile(unit: CompileUnit): Promise<void> {
  const code = await runScript(compileScript, unit)
  if (code !== 0) throw new CompileError(code)
}

function runScript(...command: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}

const compiled = new Set<CompileUnit>()

function isCompiled(unit: CompileUnit): boolean {
  if (compiled.has(unit)) return true
  const stamp = statSync(join(compiledDirectory, unit, 'hash'), { throwIfNoEntry: false })
  const sources = readdirSync(sourceDirectory).map((name) => join(sourceDirectory, name))
  const inputs = [compileScript, packageList, ...sources]
  const isCurrent = stamp !== undefined && inputs.every((file) => statSync(file).mtimeMs <= stamp.mtimeMs)
  if (isCurrent) compiled.add(unit)
  return isCurrent
}

/** Reads a file of an npm package from the cache folder. */
function readContractFile(specifier: string): RawArtifact {
  if (!existsSync(contractsFolder())) {
    const { status } = spawnSync(process.execPath, [fetchScript], { stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new FetchContractsError(status)
  }
  return readJson(join(contractsFolder(), specifier))
}

function readJson(file: string): RawArtifact {
  return JSON.parse(readFileSync(file, 'utf8')) as RawArtifact
}

export class CompileError extends OutriggerError {
  readonly code = 'DEVNET_COMPILE_FAILED'

  constructor(exitCode: number | null) {
    super(`Compiling the devnet contracts failed with exit code ${exitCode}; see solc's message above on stderr.`)
  }
}

export class FetchContractsError extends OutriggerError {
  readonly code = 'DEVNET_FETCH_FAILED'

  constructor(exitCode: number | null) {
    super(`Fetching the devnet contracts from npm failed with exit code ${exitCode}. The reason is on stderr above.`)
  }
}

export class UnlinkedLibraryError extends OutriggerError {
  readonly code = 'DEVNET_UNLINKED_LIBRARY'

  constructor(name: string) {
    super(`The bytecode needs the library ${name}. Deploy it first and pass its address in \`libraries\`.`)
  }
}
