/** `fail` makes an endpoint unusable, `warn` costs a feature or speed. */
export type Verdict = 'ok' | 'warn' | 'fail'

export type Finding = {
  readonly check: string
  readonly verdict: Verdict
  /** A few words, e.g. `12 ms`. */
  readonly detail: string
  /** How to fix it, or null if nothing is wrong. */
  readonly advice: string | null
}

export type Diagnosis = {
  readonly name: string
  /** Redacted. */
  readonly url: string
  readonly usable: boolean
  readonly findings: readonly Finding[]
}

export type PoolDiagnosis = {
  /** Name of the chain, or `beacon`. */
  readonly pool: string
  /** Whether at least one endpoint is usable. */
  readonly usable: boolean
  readonly endpoints: readonly Diagnosis[]
}

/** One check of an endpoint. If the first of a list fails, the others are skipped. */
export type Check<context> = {
  readonly name: string
  /** Verdict if the endpoint gives no usable answer. @default 'warn' */
  readonly otherwise?: Verdict
  /** Advice in that case, in addition to the reason. */
  readonly advice?: string
  run(context: context): Promise<Omit<Finding, 'check'>>
}

export const ok = (detail: string): Omit<Finding, 'check'> => ({ verdict: 'ok', detail, advice: null })
export const warn = (detail: string, advice: string): Omit<Finding, 'check'> => ({ verdict: 'warn', detail, advice })
export const fail = (detail: string, advice: string): Omit<Finding, 'check'> => ({ verdict: 'fail', detail, advice })
