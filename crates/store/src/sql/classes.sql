select id, code, pin, name, created_ms, version, state from class order by created_ms
