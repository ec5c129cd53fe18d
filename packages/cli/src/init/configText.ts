import { toVariable } from './endpointText.ts'

export type InitAnswers = {
  /** Endpoints by chain, the primary first; `${NAME}` for a variable that holds one. */
  readonly chains: Readonly<Record<string, readonly string[]>>
  readonly dataDir: string
  /** Of REST and streams; the gateway takes the next one. */
  readonly port: number
}

/** A configuration file: JSON, or a module where variables are named, which JSON cannot do. */
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
