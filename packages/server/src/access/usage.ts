/** What a key used on a day (UTC). */
export type Usage = {
  readonly requests: number
  readonly cu: number
  /** Compute units by chain. */
  readonly cuByChain: { readonly [chain: string]: number }
  /** Calls by class of method. */
  readonly requestsByClass: { readonly [methodClass: string]: number }
}

/** Usage while it is counted. */
export type UsageCount = {
  requests: number
  cu: number
  readonly cuByChain: Map<string, number>
  readonly requestsByClass: Map<string, number>
}

export function createUsageCount(): UsageCount {
  return { requests: 0, cu: 0, cuByChain: new Map(), requestsByClass: new Map() }
}

export function countCall(usage: UsageCount, chain: string, methodClass: string, cu: number): void {
  usage.requests += 1
  usage.cu += cu
  usage.cuByChain.set(chain, (usage.cuByChain.get(chain) ?? 0) + cu)
  usage.requestsByClass.set(methodClass, (usage.requestsByClass.get(methodClass) ?? 0) + 1)
}

export function addUsage(usage: Usage | undefined, more: UsageCount | undefined): Usage {
  const { requests = 0, cu = 0, cuByChain = {}, requestsByClass = {} } = usage ?? {}
  return {
    requests: requests + (more?.requests ?? 0),
    cu: cu + (more?.cu ?? 0),
    cuByChain: addEach(cuByChain, more?.cuByChain),
    requestsByClass: addEach(requestsByClass, more?.requestsByClass),
  }
}

/** Adds `more` to `usage` in place. */
export function mergeCounts(usage: UsageCount, more: UsageCount): void {
  usage.requests += more.requests
  usage.cu += more.cu
  for (const [chain, cu] of more.cuByChain) usage.cuByChain.set(chain, (usage.cuByChain.get(chain) ?? 0) + cu)
  for (const [name, calls] of more.requestsByClass)
    usage.requestsByClass.set(name, (usage.requestsByClass.get(name) ?? 0) + calls)
}

type Sums = { readonly [name: string]: number }

function addEach(sums: Sums, more: ReadonlyMap<string, number> = new Map()): Sums {
  return { ...sums, ...Object.fromEntries([...more].map(([name, value]) => [name, (sums[name] ?? 0) + value])) }
}
