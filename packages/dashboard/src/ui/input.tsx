type InputProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'number' | 'url' | 'email'
  readonly required?: boolean
  readonly placeholder?: string
  readonly pattern?: string
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  readonly step?: number | 'any'
}

/** A line of text with its label above it. */
export function Input({ label, value, onChange, type = 'text', ...rest }: InputProps) {
  // The types of Preact tell inputs apart by a type that is known beforehand.
  const ofType = { type } as { type: 'text' }
  return (
    <label class="field">
      <span>{label}</span>
      <input {...rest} {...ofType} value={value} onInput={({ currentTarget }) => onChange(currentTarget.value)} />
    </label>
  )
}
