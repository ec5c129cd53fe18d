import { toVariable } from './endpointText.ts'

export type InitAnswers = {
  /** Endpoints by chain, the primary first. `${NAME}` is written as `process.env.NAME`. */
  readonly chains: Readonly<Record<string, readonly string[]>>
  readonly dataDir: string
  /** Port of REST and streams. The gateway uses the next port. */
  readonly port: number
}

/**
 * Returns the text of a configuration file. It is JSON, or a module if it names variables, which JSON cannot contain.
 */
export function toConfigText({ chains, dataDir, port }: InitAnswers): { readonly name: string; readonly text: string } {
  const config = {
    chains: Object.fromEntries(Object.entries(chains).map(([name, endpoints]) => [name, { endpoints }])),
    dataDir,
    port,
    gatewayPort: port === 0 ? 0 : port + 1,
  }
  const json = JSON.stringify(config, null, 2)
  const hasVariables = Object.values(chains).some((endpoints) => endpoints.some((text) => toVariable(text) !== null))
  if (!hasVariables) return { name: 'outrigger.config.json', text: `${json}\n` }
  const code = json.replace(/"(\$\{?\w+\}?)"/g, (_, text: string) => `process.env.${toVariable(text)}`)
  return { name: 'outrigger.config.mjs', text: `export default ${code}\n` }
}
