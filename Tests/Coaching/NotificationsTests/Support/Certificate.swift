/// A certificate for `localhost` that nobody trusts, with its key: made once with openssl for these tests, good for a
/// hundred years.
enum Certificate {
    static let pem = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUB2UhzedeOi0J7gxWgG4qcLlXI5kwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE4MjAxOVoYDzIxMjYxMDI4
        MTgyMDE5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQ7hXl6pyBpIufAYCqlIESaA3kuOo8mI+yA0bdeOcSL1f9zI7eyls9N
        MslIs5un+zQz5VihzBoJN1/kHBmoeRvgo28wbTAdBgNVHQ4EFgQUuzs+V1feP6Vw
        uMo0kz1IN9KB97EwHwYDVR0jBBgwFoAUuzs+V1feP6VwuMo0kz1IN9KB97EwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgNXa3RsJp7jmZYeMom25l3TDfroWagkmG95swWvP13XECIQDz
        evT/xrKDBmEn0Vj0tDeg7NXDFlKnY9MMyQLxNpdjHg==
        -----END CERTIFICATE-----
        """

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQbAj/V2UHB/UEulb
        1l7euLgnEUUt93PKyTgiHWTKzemhRANCAAQ7hXl6pyBpIufAYCqlIESaA3kuOo8m
        I+yA0bdeOcSL1f9zI7eyls9NMslIs5un+zQz5VihzBoJN1/kHBmoeRvg
        -----END PRIVATE KEY-----
        """
}
